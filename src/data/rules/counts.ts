const THOUSAND = 1000;
const MILLION = 1_000_000;

/** One decimal, cut and not rounded, so that 999 999 does not read as 1000.0k. */
const tenths = (value: number) => (Math.floor(value * 10) / 10).toFixed(1);

/** A count for people: k from 1000, m from 1 million, one decimal (specification, section 9). */
export function countText(count: number): string {
  const whole = Number.isFinite(count) ? Math.max(0, Math.floor(count)) : 0;
  if (whole >= MILLION) return `${tenths(whole / MILLION)}m`;
  if (whole >= THOUSAND) return `${tenths(whole / THOUSAND)}k`;
  return String(whole);
}
