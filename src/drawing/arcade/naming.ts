/**
 * Whose names are shown in the field: of those who stand in the row that one looks at, on a label over the upper part of
 * their disc, which no nearer one covers. None appears at once: a label grows while its row comes near. Where a disc has
 * become much smaller than its label, or the window ends, there is none.
 */
import { type CrowdView, FOCUS_ROWS, GROWTH, radiusOf } from './crowd.ts';

/** How far a row may be from the one that one looks at: whole up to there, and gone from here on, in rows. */
const WHOLE_ROWS = 0.3;
const GONE_ROWS = 0.6;
/** A label may be as wide as so many radii: less than from one disc to the next. */
const WIDEST = 2.3;
/** Smallest share of its size that is still read: 13 px of 15. */
const LEAST_SHARE = 13 / 15;
/** Middle of a label over the middle of its disc, in radii. */
export const LABEL_UP = 0.6;

const LOG_GROWTH = Math.log(GROWTH);

/** How wide a label may be in a window, in CSS pixels, so that its disc has room for it wherever it is shown. */
export const labelRoom = (view: CrowdView): number =>
  (WIDEST * radiusOf(view, FOCUS_ROWS - GONE_ROWS)) / LEAST_SHARE;

/**
 * Share of its size that the label of a disc has; 0 for none.
 *
 * @param full radius that its row gives it, in CSS pixels
 * @param x of its middle in the window, and `radius` that it has
 * @param width of the label in CSS pixels, 0 where there is no name
 */
export function labelShare(
  view: CrowdView,
  full: number,
  x: number,
  radius: number,
  width: number,
): number {
  if (width === 0) return 0;
  const rows = Math.abs(Math.log(full / radiusOf(view, FOCUS_ROWS)) / LOG_GROWTH);
  if (rows >= GONE_ROWS) return 0;
  const room = Math.min(1, Math.min(WIDEST * radius, 2 * x, 2 * (view.width - x)) / width);
  if (room < LEAST_SHARE) return 0;
  return room * Math.min(1, (GONE_ROWS - rows) / (GONE_ROWS - WHOLE_ROWS));
}
