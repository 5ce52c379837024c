/**
 * Touches of rings by others in the room, as they come: plain numbers that drawing reads in its frames. The last ones
 * are kept; who reads remembers how many it has seen.
 */
import { createListeners } from './listeners.ts';

export interface RoomTouchEntry {
  user: string;
  rifffId: string;
  /** 0–7. */
  slot: number;
  /** Turns from the top, clockwise; how far out, 0–1 of the ring's thickness. */
  turn: number;
  depth: number;
  /** When it came here, by `performance.now()`. */
  atMs: number;
}

/** Touches kept: more than a frame ever draws. */
const KEPT = 64;
const entries: RoomTouchEntry[] = Array.from({ length: KEPT }, () => ({
  user: '',
  rifffId: '',
  slot: 0,
  turn: 0,
  depth: 0,
  atMs: Number.NEGATIVE_INFINITY,
}));
const listeners = createListeners();

/** Touches that have come since the page began. */
export const roomTouches = { count: 0 };

/** The touch of a number from `count − 64` to `count − 1`. */
export function roomTouch(number: number): RoomTouchEntry {
  return entries[number % KEPT]!;
}

/** Takes a touch of a person in the room. */
export function addRoomTouch(touch: Omit<RoomTouchEntry, 'atMs'>, atMs = performance.now()): void {
  Object.assign(entries[roomTouches.count % KEPT]!, touch, { atMs });
  roomTouches.count += 1;
  listeners.tell();
}

/** Number of the oldest touch that is kept. */
export const firstRoomTouch = () => Math.max(0, roomTouches.count - KEPT);

/** @returns what stops it */
export const onRoomTouch = listeners.add;
