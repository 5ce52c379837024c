/**
 * How a ring's edge is cut: peaks are pooled to cells, and each category's knife turns cells into an edge.
 * `u` runs 0–1 over one turn, 0 at twelve o'clock, clockwise; edges run 0–1 (the look, section 3.1–3.2).
 */
import type { Category, Knife } from '../data/contract/categories.ts';

/** Cells never get fewer than this. */
const MIN_CELLS = 8;
/** Below this spread of the pooled peaks the cells are not stretched: noise is not a rhythm. */
const FLAT_SPREAD = 0.12;
/** Largest exponent that bends the cells of a loop. */
const MOST_BEND = 2.2;
/** Knives that leave a plain circle when all cells are equal. */
const PLAIN_KNIVES: ReadonlySet<Knife> = new Set(['swell', 'arc', 'key', 'facet']);
/** Cells of a loop whose peaks are unknown. */
const UNKNOWN_CELL = 0.7;

/** Narrowest cell in CSS pixels at a diameter. */
function narrowestCellPx(diameterPx: number): number {
  if (diameterPx >= 220) return 3.2;
  return diameterPx >= 96 ? 4.5 : 5;
}

/** A ring that is less busy than this for its kind has half as many cells, one that is busier than the other twice. */
const SPARSE = 1 / 3;
const BUSY = 2 / 3;
/** Knives that look at one place of a cell: the short profile of a list has it for no more cells than usual. */
const NEVER_MORE: ReadonlySet<Knife> = new Set(['key', 'facet']);
/** Narrowest cell of a busy ring, against that of others. */
const BUSY_CELL = 0.6;
/** Below this diameter narrower cells are no cells any more. */
const BUSY_FROM_PX = 56;

/**
 * Cells that a ring of `radiusPx` gets inside a rifff of `diameterPx`: the category's number, halved (so that
 * beats stay on beats) while a cell would be too narrow, not below 8. At every size a sparse ring has half as many,
 * and a busy one, unless it is cut in steps or facets, twice as many where they can be seen.
 *
 * @param density how busy the ring is for its kind, 0–1; left out, as usual
 */
export function cellCount(
  category: Category,
  diameterPx: number,
  radiusPx: number,
  density = 0.5,
): number {
  const isBusy = density > BUSY && !NEVER_MORE.has(category.knife);
  const times = density < SPARSE ? 0.5 : isBusy ? 2 : 1;
  const narrowest =
    narrowestCellPx(diameterPx) *
    (times < 1 ? 2 : times > 1 && diameterPx >= BUSY_FROM_PX ? BUSY_CELL : 1);
  let count = Math.max(MIN_CELLS, category.cells * times);
  while (count > MIN_CELLS && (2 * Math.PI * radiusPx) / count < narrowest) count /= 2;
  return count;
}

/** Most cells that such a ring may get where fewer would show nothing. */
export function mostCells(category: Category, diameterPx: number, radiusPx: number): number {
  return cellCount({ ...category, cells: category.cells * 8 }, diameterPx, radiusPx / 2);
}

function poolMean(peaks: Uint8Array, from: number, to: number): number {
  let sum = 0;
  let count = 0;
  for (let at = Math.floor(from); at < to || count === 0; at++) {
    sum += peaks[at % peaks.length]!;
    count++;
  }
  return sum / count;
}

function poolMax(peaks: Uint8Array, from: number, to: number): number {
  let max = 0;
  for (let at = Math.floor(from); at < to || at === Math.floor(from); at++) {
    max = Math.max(max, peaks[at % peaks.length]!);
  }
  return max;
}

/** Largest difference between two cells. */
function spread(cells: Float32Array): number {
  let low = 1;
  let high = 0;
  for (const value of cells) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return high - low;
}

/**
 * Stretches cells to 0–1 in place and bends them so that their mean comes near a half: real loops crowd at the
 * top (drums) or at the foot (voices) of their range, and would show only one half of a ring. Flat ones become
 * a steady high edge.
 */
function stretch(cells: Float32Array): Float32Array {
  const range = spread(cells);
  const low = cells.reduce((least, value) => Math.min(least, value), 1);
  const isFlat = range < FLAT_SPREAD;
  let sum = 0;
  for (let at = 0; at < cells.length; at++) {
    const value = cells[at]!;
    cells[at] = isFlat ? 0.6 + 0.2 * value : (value - low) / range;
    sum += cells[at]!;
  }
  if (isFlat) return cells;
  const mean = Math.min(0.99, Math.max(0.01, sum / cells.length));
  const bend = Math.min(MOST_BEND, Math.max(1 / MOST_BEND, Math.log(0.5) / Math.log(mean)));
  for (let at = 0; at < cells.length; at++) cells[at] = cells[at]! ** bend;
  return cells;
}

/** Pools to exactly `count` cells, unstretched. */
function pool(peaks: Uint8Array, repeats: number, knife: Knife, count: number): Float32Array {
  const cells = new Float32Array(count);
  const width = (peaks.length * repeats) / count;
  for (let cell = 0; cell < count; cell++) {
    const from = cell * width;
    const to = from + Math.min(width, peaks.length);
    if (knife === 'swell' || knife === 'arc') cells[cell] = poolMean(peaks, from, to) / 255;
    else if (knife === 'key' || knife === 'facet') {
      const at = Math.floor(from + width * (knife === 'key' ? 0.5 : 0.12));
      cells[cell] = peaks[at % peaks.length]! / 255;
    } else cells[cell] = poolMax(peaks, from, to) / 255;
  }
  return cells;
}

/**
 * Pools the peaks of a loop, repeated over the turn, to cells of 0–1: mean for the soft knives, the value at
 * 12 % of the cell for facet, at 50 % for key, the maximum for the others. Where that would be a plain circle
 * (a steady bass seen in half bars) the cells are halved in width until their rhythm shows.
 *
 * @param peaks bytes of one pass; empty gives a steady edge
 * @param repeats passes in one turn, more than 0
 * @param count cells of the category at this size
 * @param most cells that fit at this size
 */
export function poolCells(
  peaks: Uint8Array,
  repeats: number,
  knife: Knife,
  count: number,
  most = count,
): Float32Array {
  if (peaks.length === 0) return new Float32Array(count).fill(UNKNOWN_CELL);
  let cells = pool(peaks, repeats, knife, count);
  const canBePlain = PLAIN_KNIVES.has(knife);
  while (canBePlain && spread(cells) < FLAT_SPREAD && cells.length * 2 <= most) {
    cells = pool(peaks, repeats, knife, cells.length * 2);
  }
  return stretch(cells);
}

const lerp = (from: number, to: number, share: number) => from + (to - from) * share;

/** Cosine between the centres of the cells. */
function softEdge(cells: Float32Array, x: number): number {
  const count = cells.length;
  const y = (x - 0.5 + count) % count;
  const cell = Math.floor(y);
  const share = (1 - Math.cos((y - cell) * Math.PI)) / 2;
  return lerp(cells[cell % count]!, cells[(cell + 1) % count]!, share);
}

/** Edge inside a cell: `x` 0–1 in cell number `cell`. */
function cutCell(knife: Knife, cells: Float32Array, cell: number, x: number): number {
  const here = cells[cell]!;
  const next = cells[(cell + 1) % cells.length]!;
  switch (knife) {
    case 'saw':
      return lerp(here, next < here ? next : here * 0.45, x);
    case 'pin':
      return here * (1 - Math.abs(2 * x - 1) * 0.92);
    case 'swell':
    case 'arc':
      return softEdge(cells, cell + x);
    case 'key':
      return Math.ceil(here * 5) / 5;
    case 'petal':
      return here * (0.1 + 0.9 * Math.sqrt(Math.max(0, 1 - (2 * x - 1) ** 2)));
    case 'facet':
      return lerp(here, next, x);
    case 'sweep': {
      const last = cell > 0 ? cells[cell - 1]! : Number.POSITIVE_INFINITY;
      return lerp(last < here ? 0.35 * last : 0.05 * here, here, x);
    }
    case 'raw':
      return x < 0.55 ? here : here * 0.25;
  }
}

/** Edge of a ring at `u` (any number, one turn is 1), 0–1. */
export function edgeAt(knife: Knife, cells: Float32Array, u: number): number {
  const x = (u - Math.floor(u)) * cells.length;
  const cell = Math.min(cells.length - 1, Math.floor(x));
  return cutCell(knife, cells, cell, x - cell);
}

/** Where in a cell the edge bends or jumps; a pair of equal places is a radial cut. */
const BENDS: Readonly<Record<Knife, readonly number[]>> = {
  saw: [0, 1],
  pin: [0, 0.5, 1],
  swell: [],
  arc: [],
  key: [0, 1],
  facet: [0, 1],
  petal: [],
  sweep: [0, 1],
  raw: [0, 0.55, 0.55, 1],
};

/** Fewest chords of a petal: with fewer it is a triangle, and each size another one. */
const PETAL_STEPS = 6;

/** Places in a cell that hold a curved knife: even, or dense at the ends where a petal rises steeply. */
function curvePlaces(knife: Knife, leastSteps: number): number[] {
  const steps =
    knife === 'petal'
      ? Math.max(PETAL_STEPS, Math.ceil(leastSteps * 1.6))
      : Math.max(1, Math.ceil(leastSteps));
  return Array.from({ length: steps + 1 }, (_, at) => {
    const share = at / steps;
    return knife === 'petal' ? (1 - Math.cos(share * Math.PI)) / 2 : share;
  });
}

/**
 * The edge as a polyline over one turn: u, v, u, v … in rising u, with both ends of every radial cut.
 *
 * @param maxStep longest step in u between two points
 */
export function edgePoints(knife: Knife, cells: Float32Array, maxStep: number): number[] {
  const points: number[] = [];
  const count = cells.length;
  const bends = BENDS[knife];
  const curve = bends.length > 0 ? bends : curvePlaces(knife, 1 / (count * maxStep));
  for (let cell = 0; cell < count; cell++) {
    for (let at = 0; at < curve.length; at++) {
      const x = curve[at]!;
      const before = curve[at - 1] ?? x;
      const between = bends.length > 0 ? Math.ceil((x - before) / (count * maxStep)) : 1;
      for (let part = 1; part < between; part++) {
        const inner = lerp(before, x, part / between);
        points.push((cell + inner) / count, cutCell(knife, cells, cell, inner));
      }
      // The left side of a cut inside a cell: a hair before it.
      const side = x === 0.55 && curve[at + 1] === x ? x - 1e-9 : x;
      points.push((cell + x) / count, cutCell(knife, cells, cell, side));
    }
  }
  return points;
}
