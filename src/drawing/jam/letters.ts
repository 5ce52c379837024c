/** Set in type: each ring is the name of its category, round and round, as tall as the ring is cut. */
import { categoryOf } from '../../data/contract/categories.ts';
import type { OutlinePose, PaintList } from '../paintList.ts';
import { createOutline, type PolarOutline } from '../polar.ts';
import { mixInks, numberOf, type RifffPose } from '../ringNow.ts';
import { disc } from './stamp.ts';

/** Rows and columns of a letter; a column of ground stands behind each. */
const [ROWS, COLUMNS] = [5, 3];
/** Letters as rows from the top, three places each, from the left. */
const LETTERS: Readonly<Record<string, string>> = {
  A: '010 101 111 101 101',
  B: '110 101 110 101 110',
  C: '011 100 100 100 011',
  D: '110 101 101 101 110',
  E: '111 100 110 100 111',
  F: '111 100 110 100 100',
  G: '011 100 101 101 011',
  H: '101 101 111 101 101',
  I: '111 010 010 010 111',
  J: '001 001 001 101 010',
  K: '101 101 110 101 101',
  L: '100 100 100 100 111',
  M: '101 111 111 101 101',
  N: '110 101 101 101 101',
  O: '010 101 101 101 010',
  P: '110 101 110 100 100',
  Q: '010 101 101 111 011',
  R: '110 101 110 101 101',
  S: '011 100 010 001 110',
  T: '111 010 010 010 010',
  U: '101 101 101 101 111',
  V: '101 101 101 101 010',
  W: '101 101 111 111 101',
  X: '101 101 010 101 101',
  Y: '101 101 010 010 010',
  Z: '111 001 010 100 111',
};
const BLANK = '000 000 000 000 000';

/** Width of a column as a share of a row's height: wide letters stand well on a circle. */
const WIDE = 1.7;
/** Height of letters as a share of the ring's pitch: of a shallow ring, and what depth adds. */
const [LOW, HIGHER] = [0.42, 0.4];
/** Share of a silent ring's ink. */
const DIM = 0.4;
/** Where there is no ink an outline goes so far under what lies inside it, or its edge would be seen as a hair. */
const UNDER_PX = 2;
/** Rows go so far into the one above, in CSS pixels: between them nothing is seen. */
const SEAM_PX = 0.75;
const TAU = 2 * Math.PI;

const above: OutlinePose = { base: 0, amplitude: 0, turn: 0 };

/** Is there ink at a row and a column of a text, which ends with a blank? */
function hasInk(text: string, row: number, column: number): boolean {
  const letter = text[Math.floor(column / (COLUMNS + 1))] ?? ' ';
  const place = column % (COLUMNS + 1);
  return place < COLUMNS && (LETTERS[letter] ?? BLANK)[row * (COLUMNS + 1) + place] === '1';
}

/** One row of a text round a circle: edge 1 where there is ink, else 0. */
function rowOutline(text: string, times: number, row: number): PolarOutline {
  const columns = text.length * (COLUMNS + 1);
  const all = columns * times;
  const turns: number[] = [];
  const edges: number[] = [];
  let was = hasInk(text, row, 0);
  for (let at = 0; at <= all; at++) {
    const is = at < all && hasInk(text, row, at % columns);
    // A step has two points, one above the other. The end needs one: the outline may leap from there to its beginning.
    if (at > 0 && (is !== was || at === all)) {
      turns.push(at / all);
      edges.push(was ? 1 : 0);
    }
    if (at === all) break;
    turns.push(at / all);
    edges.push(is ? 1 : 0);
    was = is;
  }
  const outline = createOutline(turns.length);
  for (let at = 0; at < turns.length; at++) {
    const turn = turns[at]!;
    outline.turns[at] = turn;
    outline.x[at] = Math.sin(turn * TAU);
    outline.y[at] = -Math.cos(turn * TAU);
    outline.edge[at] = edges[at]!;
    outline.away[at] = edges[at] === 0 ? -UNDER_PX : 0;
  }
  return outline;
}

const rows = new Map<string, readonly PolarOutline[]>();
/** Texts that are kept: a page shows few rifffs at once. */
const MOST_KEPT = 64;

/** The rows of a text that goes round so many times, from the top. */
function rowsOf(text: string, times: number): readonly PolarOutline[] {
  const key = `${times} ${text}`;
  let known = rows.get(key);
  if (!known) {
    known = Array.from({ length: ROWS }, (_, row) => rowOutline(text, times, row));
    if (rows.size >= MOST_KEPT) rows.delete(rows.keys().next().value!);
    rows.set(key, known);
  }
  return known;
}

/** The name of a category in capitals, with the blank behind it. */
const textOf = (category: string) => `${categoryOf(category).short.toUpperCase()} `;

/** How often a text goes round a circle, letters as wide as they are meant to be or wider. */
function timesRound(text: string, radius: number, pitch: number): number {
  const column = ((LOW + HIGHER) * pitch * WIDE) / ROWS;
  return Math.max(1, Math.floor((TAU * radius) / (column * (COLUMNS + 1) * text.length)));
}

/** Adds the rings of a rifff. @param ground what lies between letters, `0xRRGGBB` */
export function composeLetters(list: PaintList, pose: RifffPose, ground: number): void {
  const { layout, rings, dpr } = pose;
  for (let at = rings.length - 1; at >= 0; at--) {
    const ring = rings[at]!;
    const { pitch, index, amplitude, outer } = layout.rings[at]!;
    const { category } = pose.model.rings[index]!;
    const own = numberOf(categoryOf(category).ink);
    const ink = ring.isOn ? own : mixInks(ground, own, DIM);
    const text = textOf(category);
    // As the ring is at rest: the number of letters never changes.
    const outlines = rowsOf(text, timesRound(text, outer - pitch / 2, pitch));
    const deep = Math.min(1, ring.amplitude / Math.max(1, amplitude));
    const tall = (pitch * (LOW + HIGHER * deep)) / ROWS;
    above.turn = ring.turn / TAU;
    above.amplitude = tall + SEAM_PX;
    for (let row = 0; row < ROWS; row++) {
      above.base = ring.outer - tall * (row + 1);
      if (above.base <= 0) break;
      list.fill(list.trace(outlines[row]!, above, null), ink).isCut = ring.isOn;
      // What lies inside is ground again: a band would have a hair wherever its edge leaps.
      disc(list, 0, 0, above.base, ground, dpr);
    }
  }
}
