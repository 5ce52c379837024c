/**
 * Where the flat drawings of the editor go: waveform lanes of slots and level meters. DOM elements reserve
 * the room inside one host; the one Pixi canvas fills the host. Plain objects, never proxied.
 */
import type { Rifff } from '../contract/rifff.ts';

export interface Lane {
  readonly id: string;
  readonly element: HTMLElement;
  kind: 'lane' | 'meter';
  /** Slot that a lane shows, or the telemetry row that a meter shows. */
  row: number;
  rifff: Rifff;
}

const lanes = new Map<string, Lane>();
const listeners = new Set<() => void>();
let host: HTMLElement | null = null;

function announce(): void {
  for (const listener of listeners) listener();
}

/** Sets the element that the Pixi canvas covers, or null. */
export function setLaneHost(element: HTMLElement | null): void {
  host = element;
  announce();
}

export function laneHost(): HTMLElement | null {
  return host;
}

/** Adds or replaces a lane. @returns what removes it */
export function registerLane(lane: Lane): () => void {
  lanes.set(lane.id, lane);
  announce();
  return () => {
    if (lanes.get(lane.id) === lane) lanes.delete(lane.id);
    announce();
  };
}

/** Says that elements have moved or changed their size. */
export function moveLanes(): void {
  announce();
}

export function allLanes(): IterableIterator<Lane> {
  return lanes.values();
}

/** @returns what stops it */
export function onLanesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
