import * as z from 'zod';

/** A whole number in a query string: `"10"` is one, `"ten"`, `"1e9"` and `""` are not. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max));

/** Largest time that a call takes, in milliseconds since the epoch (the year 2286). */
export const MAX_TIME_MS = 9_999_999_999_999;
/** A time in a query string, in milliseconds since the epoch. */
export const timeMs = wholeNumber(0, MAX_TIME_MS);

/** `true` or `false` in a query string; the bare name counts as true. */
export const flag = z
  .enum(['true', 'false', '1', '0', ''], { error: 'must be true or false' })
  .transform((word) => word !== 'false' && word !== '0');
