/** How every bench tells what it measured: a line to read and, for figures with a bar, one for docs/figures.md. */
import { appendFileSync } from 'node:fs';
import { type Bar, type BarId, barOf } from './bars.ts';

/** A figure with so many digits that the fourth one would be noise; without zeros behind, so that it reads as it is written. */
export const shown = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));

/** A bar as `≤ 10 ms`. */
export const shownBar = ({ unit, ...bar }: Bar): string =>
  bar.most === undefined ? `≥ ${bar.least} ${unit}` : `≤ ${bar.most} ${unit}`;

/** No number meets no bar. */
export const isMet = ({ most, least }: Bar, value: number): boolean =>
  most === undefined ? value >= (least ?? Number.NaN) : value <= most;

/** A figure beside its bar: with more digits where the rounded one would be on the other side of it. */
export function shownBeside(bar: Bar, value: number): string {
  const isHit = isMet(bar, value);
  const texts = [shown(value), ...[1, 2, 3, 4].map((digits) => value.toFixed(digits))];
  return texts.find((text) => isMet(bar, Number(text)) === isHit) ?? String(value);
}

/** Prints what has no bar of its own: a peer, or a part of a figure. @param more stands in the column of the bars */
export function line(name: string, figure: string, more = '', isHit?: boolean): void {
  const verdict = isHit === undefined ? '' : isHit ? 'hit' : 'MISSED';
  console.log(`${name.padEnd(64)} ${figure.padStart(22)}  ${more.padEnd(24)} ${verdict}`.trimEnd());
}

/**
 * Tells the figure of a bar: prints it beside the bar and, where RONDO_FIGURES names a file, adds a line of JSON to it
 * (`npm run figures` reads them).
 * @returns whether the bar is met
 */
export function figure(id: BarId, value: number): boolean {
  const bar = barOf(id);
  const isHit = isMet(bar, value);
  line(bar.what, `${shownBeside(bar, value)} ${bar.unit}`, shownBar(bar), isHit);
  const path = process.env.RONDO_FIGURES;
  // JSON knows no infinity: a figure that never came is told as null.
  if (path) appendFileSync(path, `${JSON.stringify({ id, value })}\n`);
  return isHit;
}
