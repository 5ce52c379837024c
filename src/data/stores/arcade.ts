/**
 * The crowd of the arcade as its page and the scene share it. What changes at human speed is in `arcade`; what changes in
 * every frame is in arrays of the crowd on show, which the page owns and the scene reads.
 */
import { proxy } from 'valtio/vanilla';
import type { Rifff } from '../contract/rifff.ts';
import { createListeners } from './listeners.ts';

/** Discs of a crowd as they are seen, the farthest first; lengths in CSS pixels of the window. */
export interface SeenCrowd {
  readonly count: number;
  /** Index of the rifff of each disc. */
  readonly rifff: Int16Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly radius: Float32Array;
  /** Radius that its row gives it: decides how much of it is drawn. */
  readonly full: Float32Array;
  /** Share of its ink that has gone into the ground. */
  readonly fog: Float32Array;
}

/** A crowd on show. */
export interface ShownCrowd {
  readonly rifffs: readonly Rifff[];
  /** What each of them is called, where that is to be read; empty otherwise. Another array where names are others. */
  readonly names: readonly string[];
  readonly seen: SeenCrowd;
  /** Ink of each rifff, 0 to 1: a mission leaves .18 to those that do not hold what is asked for. */
  readonly ink: Float32Array;
  /** Bars that each rifff goes round in. */
  readonly bars: Float32Array;
  /** Rifffs that are heard, 1 for yes: their notch turns with the sound. */
  readonly heard: Uint8Array;
  /** Where one looks from: columns to the right and rows away. */
  readonly eye: { readonly x: number; readonly depth: number };
  /** Is the last disc drawn by a place of the page, with everything that moves in it? */
  readonly hasPlace: boolean;
  /** Moves on to a moment, before it is drawn. Allocates nothing. @returns whether it goes on moving by itself */
  advance(nowMs: number, isReduced: boolean): boolean;
  /** The window has another size in CSS pixels. */
  resized(width: number, height: number): void;
}

interface ArcadeState {
  /** Is a crowd on show? */
  isOpen: boolean;
  /** Index of the rifff in the clearing, or −1. */
  focus: number;
  /** Has it come all the way forward? */
  isFocusOpen: boolean;
}

export const arcade = proxy<ArcadeState>({ isOpen: false, focus: -1, isFocusOpen: false });

let shown: ShownCrowd | null = null;
const listeners = createListeners();

/** The crowd on show, or null. */
export const currentCrowd = (): ShownCrowd | null => shown;

/** Shows a crowd in the place of another one. @returns what takes it away */
export function showCrowd(crowd: ShownCrowd): () => void {
  shown = crowd;
  arcade.isOpen = true;
  wakeCrowd();
  return () => {
    if (shown !== crowd) return;
    shown = null;
    focusIs(-1, false);
    arcade.isOpen = false;
    wakeCrowd();
  };
}

/** Says whom the clearing holds. Not to be called inside a frame. */
export function focusIs(focus: number, isOpen: boolean): void {
  if (arcade.focus !== focus) arcade.focus = focus;
  if (arcade.isFocusOpen !== isOpen) arcade.isFocusOpen = isOpen;
}

/** Something about the crowd has to be drawn. */
export function wakeCrowd(): void {
  listeners.tell();
}

/** @returns what stops it */
export const onCrowdWake = listeners.add;
