/**
 * Where the flat drawings of the editor go: waveforms of slots, takes and files, and level meters. DOM elements reserve
 * the room; the scene draws them on a canvas of each host. Lanes inside a host
 * share the host's picture; a lane outside every host has one of its own. Plain objects, never proxied.
 */
import type { Rifff } from '../contract/rifff.ts';
import { createListeners } from './listeners.ts';

/** A ring laid flat (`lane`), or the level of a row of the telemetry (`meter`). */
export interface SlotShape {
  kind: 'lane' | 'meter';
  /** Slot that a lane shows, or the telemetry row that a meter shows. */
  row: number;
  rifff: Rifff;
}

/** A take in its category's ink and cut. */
export interface TakeShape {
  kind: 'take';
  /** Names the take. */
  takeId: string;
  category: string;
  /** Magnitudes over all recorded bars, 0–255. */
  peaks: Uint8Array;
  bars: number;
  /** The part that is kept; the rest is dull. */
  firstBar: number;
  keptBars: number;
  /** Is it heard, so that it has a playhead? */
  isHeard: boolean;
}

/** The pass that is being recorded, as it comes in. */
interface PassShape {
  kind: 'pass';
  bars: number;
}

/** The sound of a file under the bar lines of its loop. */
export interface CutShape {
  kind: 'cut';
  category: string;
  /** Magnitudes from left to right, 0–255, one a column. */
  columns: Uint8Array;
  /** Width of a column with the gap behind it, in CSS pixels. */
  columnPx: number;
  /** Columns that lie in the loop: from, to. */
  from: number;
  to: number;
  /** Bar lines and beats: where, in CSS pixels, and how tall. */
  lines: readonly { readonly x: number; readonly isBar: boolean }[];
}

export type LaneShape = SlotShape | TakeShape | PassShape | CutShape;

export type Lane = { readonly id: string; readonly element: HTMLElement } & LaneShape;

const lanes = new Map<string, Lane>();
const hosts = new Set<HTMLElement>();
const listeners = createListeners();

/** Adds an element whose lanes share one picture that lies over it. @returns what removes it */
export function registerLaneHost(element: HTMLElement): () => void {
  hosts.add(element);
  listeners.tell();
  return () => {
    hosts.delete(element);
    listeners.tell();
  };
}

/** The element that the picture of a lane lies over: the host around it, else its own. */
export function hostOf(lane: Lane): HTMLElement {
  for (const host of hosts) if (host.contains(lane.element)) return host;
  return lane.element;
}

/** Adds or replaces a lane. @returns what removes it */
export function registerLane(lane: Lane): () => void {
  lanes.set(lane.id, lane);
  listeners.tell();
  return () => {
    if (lanes.get(lane.id) === lane) lanes.delete(lane.id);
    listeners.tell();
  };
}

/** Says that elements have moved or changed their size. */
export function moveLanes(): void {
  listeners.tell();
}

export function allLanes(): IterableIterator<Lane> {
  return lanes.values();
}

/** @returns what stops it */
export const onLanesChange = listeners.add;
