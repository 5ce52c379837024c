/** `x` held between `low` and `high`. */
export const clamp = (x: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, x));

/** Whole bars held between `least` and `most`; anything that is not a number reads as `least`. */
export const wholeBars = (bars: number, least: number, most: number): number =>
  Number.isFinite(bars) ? clamp(Math.round(bars), least, most) : least;
