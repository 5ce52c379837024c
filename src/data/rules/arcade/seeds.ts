/** Days and seeds of the arcade, and the chance that a seed gives. */
import type { ArcadeMode } from '../../contract/arcade.ts';
import { type Chance, seededChance } from '../draft/loopChoice.ts';

/** The day of a time in UTC as eight digits: 20261122. */
export function dayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', '');
}

/** When a day begins in UTC, in ms; NaN for digits that are no day. */
export function dayStartMs(day: string): number {
  const startMs = Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`);
  // A day such as 30 February is moved on by some engines.
  return !Number.isNaN(startMs) && dayOf(startMs) === day ? startMs : Number.NaN;
}

/** Day of the field that a mission is played on. */
export const seedDay = (seed: string): string => seed.slice(0, 8);

/** The daily mission has the day as its seed; every other one a number behind it. */
export const isDailySeed = (seed: string): boolean => seed.length === 8;

/** Does a run count for the board of its day, if it comes in time? */
export const isForBoard = (mode: ArcadeMode, seed: string): boolean =>
  mode === 'mission' && isDailySeed(seed);

/**
 * Chance out of a text: mulberry32, seeded with its FNV-1a hash of 32 bits (Fowler, Noll, Vo; RFC 9923). Whole numbers
 * alone, so that it is the same everywhere.
 */
export function chanceOf(text: string): Chance {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return seededChance(hash);
}
