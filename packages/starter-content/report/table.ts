import type { StarterLoop } from '../../../src/data/contract/library.ts';
import { keyName } from '../../../src/data/contract/scales.ts';
import type { LoopMeasures } from '../output/measure.ts';
import type { Bar, Neighbour } from './bars.ts';

/** A loop with everything that its row says. */
export interface Row {
  readonly loop: StarterLoop;
  readonly measures: LoopMeasures;
  readonly nearest: Neighbour | undefined;
  readonly missed: ReadonlyMap<Bar, string>;
}

/** What a person calls a loop, with its family. */
export const nameOf = (loop: StarterLoop) => `${loop.family ?? '?'}/${loop.name ?? loop._id}`;

/** A number with its sign and a fixed number of digits. */
export function signed(value: number, digits = 1): string {
  if (!Number.isFinite(value)) return value < 0 ? '−∞' : '∞';
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${value < 0 ? '−' : '+'}${text}`;
}

/**
 * Text columns, each as wide as its widest cell.
 * @param right columns that stand to the right
 */
export function align(lines: readonly (readonly string[])[], right: ReadonlySet<number>): string[] {
  const widths: number[] = [];
  for (const line of lines) {
    for (const [at, cell] of line.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  }
  return lines.map((line) =>
    line
      .map((cell, at) => (right.has(at) ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))
      .join('  ')
      .trimEnd(),
  );
}

const HEAD = [
  'loop',
  'category',
  'LUFS',
  'Δ LU',
  'dBTP',
  'seam',
  'frames',
  'DC',
  'key',
  'share',
  'found',
  'nearest',
  'distance',
  'tables',
];
const RIGHT = new Set([2, 3, 4, 5, 6, 7, 9, 12]);

function cells({ loop, measures, nearest, missed }: Row): string[] {
  const mark = (bar: Bar, text: string) => (missed.has(bar) ? `${text}!` : `${text} `);
  const { key, frames, expectedFrames } = measures;
  return [
    nameOf(loop),
    loop.category,
    signed(measures.loudnessLufs),
    mark('LUFS', signed(measures.overTargetLu)),
    mark('dBTP', signed(measures.truePeakDb)),
    mark('seam', signed(measures.seamDb)),
    mark('frames', frames === expectedFrames ? String(frames) : `${frames}/${expectedFrames}`),
    mark('DC', measures.dc.toFixed(5)),
    key ? keyName(loop.root ?? 0, loop.scale ?? 0) : '–',
    key ? mark('key', `${(100 * key.share).toFixed(0)} %`) : '– ',
    key ? keyName(key.best.root, key.best.scale) : '–',
    nearest?.name ?? '–',
    nearest ? mark('nearest', nearest.distance.toFixed(2)) : '– ',
    missed.has('tables') ? 'no!' : 'yes',
  ];
}

/** The table: a head and one aligned line for each loop; a cell that misses its bar ends with `!`. */
export function loopTable(rows: readonly Row[]): string[] {
  return align([HEAD, ...rows.map(cells)], RIGHT);
}
