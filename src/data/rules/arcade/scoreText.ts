/** A score in plain words: what it is made of, and what was made. */
import type { ArcadeMode, ScoreParts } from '../../contract/arcade.ts';
import { UNLOCKS } from './unlocks.ts';

/** How the two ways to play are called. */
export const MODE_TITLES: Readonly<Record<ArcadeMode, string>> = {
  mission: 'Mission of the day',
  explorer: 'Sound explorer',
};

/** Points, and what they are for. */
export interface ScoreRow {
  readonly part: keyof ScoreParts;
  readonly words: string;
  /** Negative for what was taken away. */
  readonly points: number;
}

const WORDS: readonly (readonly [keyof ScoreParts, string])[] = [
  ['timing', 'Placed on the beat'],
  ['fit', 'Loops that fit each other'],
  ['variety', 'New colours and people'],
  ['combo', 'Good ones in a row'],
  ['conditions', 'What the brief asked for'],
  ['brief', 'For the whole brief'],
  ['penalty', 'Clashes, and loops taken out'],
];

/** Parts of a score that are not nothing, in the order in which they are told. */
export function scoreRows(parts: ScoreParts): ScoreRow[] {
  return WORDS.flatMap(([part, words]) =>
    parts[part] === 0 ? [] : [{ part, words, points: parts[part] }],
  );
}

/** A time to play, in ms, as a clock: `1:45`. */
export function clockText(ms: number): string {
  const sec = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, '0')}`;
}

/** A score with a thin space in thousands: `2 480`; a true minus before what was taken away. */
export function pointsText(points: number): string {
  const digits = String(Math.abs(points)).replace(/\B(?=(\d{3})+$)/g, '\u2009');
  return points < 0 ? `\u2212${digits}` : digits;
}

/** Titles of unlocks by their ids, in the order in which they are shown; ids of another version are left out. */
export function unlockTitles(ids: readonly string[]): string[] {
  return UNLOCKS.filter(({ id }) => ids.includes(id)).map(({ title }) => title);
}
