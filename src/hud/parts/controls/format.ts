/** How numbers read on the page: a true minus, tabular figures, units last. */

const MINUS = '−';

/** Linear gain to decibels, 20·log10; 0 gives −∞. */
export function gainToDb(gain: number): number {
  return gain > 0 ? 20 * Math.log10(gain) : Number.NEGATIVE_INFINITY;
}

/** Decibels to linear gain, 10^(dB/20). */
export function dbToGain(gainDb: number): number {
  return 10 ** (gainDb / 20);
}

/** A number with its sign, for instance `+1.2` or `−0.9`; −∞ reads as such. */
export function formatSigned(value: number, digits = 1): string {
  if (value === Number.NEGATIVE_INFINITY) return `${MINUS}∞`;
  const text = Math.abs(value).toFixed(digits);
  const isNegative = value < 0 && Number(text) !== 0;
  return `${isNegative ? MINUS : '+'}${text}`;
}

/** Linear gain as decibels with a sign and no unit: 1 is `+0.0`. */
export function formatGain(gain: number): string {
  return formatSigned(gainToDb(gain));
}

/** Quarter notes per second as beats per minute, `112.00`. */
export function formatTempo(bps: number): string {
  return (bps * 60).toFixed(2);
}

/** Short tempo of a row: `112`, or `112.5` when it is not whole. */
export function formatBpm(bps: number): string {
  const rounded = Math.round(bps * 600) / 10;
  return Number.isInteger(rounded) ? String(rounded) : rounded.toFixed(1);
}

/** Sixteenths as bars of `barLength` sixteenths: `1 bar`, `4 bars`, `½ bar`, `1.5 bars`. */
export function formatBars(length16ths: number, barLength: number): string {
  const bars = length16ths / barLength;
  if (bars === 0.5) return '½ bar';
  if (bars === 0.25) return '¼ bar';
  return `${Number(bars.toFixed(2))} ${bars === 1 ? 'bar' : 'bars'}`;
}

/** Digits in groups of three, with a thin space between them. */
const grouped = (whole: number) => String(whole).replace(/\B(?=(\d{3})+$)/g, '\u2009');

/** A count with its noun: `1 change`, `3 changes`, `12 400 loops`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** A number of a rifff in its jam, for instance `Nº 1 214`. */
export function numberTitle(number: number): string {
  return `Nº ${grouped(number)}`;
}

/**
 * A tempo that a person typed, in beats per minute.
 * @returns quarter notes per second, or null when it is not a number above 0
 */
export function parseTempo(text: string): number | null {
  const cleaned = text
    .trim()
    .replace(',', '.')
    .replace(/\s*bpm$/i, '');
  if (!/^\d{1,4}(\.\d{0,6})?$/.test(cleaned)) return null;
  const bpm = Number(cleaned);
  return bpm > 0 ? bpm / 60 : null;
}
