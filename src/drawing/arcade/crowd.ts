/**
 * The crowd of the arcade: an endless ground of rows, and who stands where on it. Rows are counted away from the
 * viewer, columns to the right; odd rows are shifted by half a column. A place of the ground belongs to one rifff, the
 * same for everybody, and the ground repeats itself, so that a flight never comes to an end.
 */
import { clamp } from '../layout.ts';

/** Most rifffs that a crowd has. */
export const CROWD_MOST = 100;
/**
 * Places before a row repeats itself: fewer rifffs than this leave places empty rather than stand beside themselves.
 */
const LEAST_PERIOD = 40;
/** How far the next row begins along the period: of all shares the one that shows a rifff twice least often. */
const ROW_SHARE = 0.37;

/** The look, "Arcade": the farthest row in a window of 900, the growth from row to row, heights and distances. */
const FAR_RADIUS = 21;
export const GROWTH = 1.34;
const HORIZON = 172;
export const DROP = 4.1;
export const SPACING = 2.62;
/** Rows between the farthest one and that of the focus. */
export const FOCUS_ROWS = 5;
/** Rows beyond the farthest one in which discs come out of the ground's colour. */
const HAZE_ROWS = 1;
/** Ink that the farthest row has lost, and the row from which on nothing is lost. */
export const FAR_FOG = 0.5;
const CLEAR_ROWS = 7;
const FOCUS_RADIUS = 196;
/** Ground between the focus and who stands next to it. */
const CLEARING_PX = 12;

const mod = (x: number, by: number) => ((x % by) + by) % by;

/** How many places a row has before it repeats, and how far it is shifted along them against the row before. */
export interface Ground {
  readonly count: number;
  readonly period: number;
  readonly shift: number;
}

/** The ground of so many rifffs, 0 to 100. */
export function groundOf(count: number): Ground {
  const held = clamp(Math.floor(count), 0, CROWD_MOST);
  const period = Math.max(LEAST_PERIOD, held);
  return { count: held, period, shift: Math.round(ROW_SHARE * period) };
}

/** Index of the rifff at a place of the ground, or −1 for an empty place. */
export function rifffAt({ count, period, shift }: Ground, row: number, column: number): number {
  if (count === 0) return -1;
  const place = mod(column + row * shift, period);
  const index = Math.ceil((place * count) / period);
  return index < count && Math.floor((index * period) / count) === place ? index : -1;
}

/** Where a column of a row stands, in columns. */
export const columnX = (row: number, column: number) => column + (mod(row, 2) === 1 ? 0.5 : 0);

/** Where one looks from: columns to the right, rows away, and how fast both change in a second. */
export interface CrowdCamera {
  x: number;
  depth: number;
  speedX: number;
  speedDepth: number;
}

/** A place of the ground. */
export interface CrowdPlace {
  row: number;
  column: number;
}

/** How far a place is from what one looks at: columns count 1, rows a little more, for they are farther apart. */
export function distanceTo(camera: Pick<CrowdCamera, 'x' | 'depth'>, row: number, column: number) {
  return Math.hypot(columnX(row, column) - camera.x, ROW_DISTANCE * (row - camera.depth));
}
export const ROW_DISTANCE = 1.2;

/**
 * The nearest place of a rifff.
 *
 * @param index of a rifff of the ground
 */
export function placeOf(
  ground: Ground,
  index: number,
  camera: Pick<CrowdCamera, 'x' | 'depth'>,
): CrowdPlace {
  const own = Math.floor((index * ground.period) / ground.count);
  const middle = Math.round(camera.depth);
  const best = { row: middle, column: 0 };
  let least = Number.POSITIVE_INFINITY;
  for (let off = 0; ROW_DISTANCE * (off - 0.5) < least; off++) {
    for (let side = off === 0 ? 1 : -1; side <= 1; side += 2) {
      const row = middle + side * off;
      const first = mod(own - row * ground.shift, ground.period);
      const turns = Math.round((camera.x - columnX(row, first)) / ground.period);
      const column = first + turns * ground.period;
      const distance = distanceTo(camera, row, column);
      if (distance >= least) continue;
      least = distance;
      best.row = row;
      best.column = column;
    }
  }
  return best;
}

/**
 * The next place with a rifff, in a direction: beside in the same row, or the nearest of the next row that
 * has one.
 *
 * @returns null on an empty ground
 */
export function neighbourOf(
  ground: Ground,
  from: CrowdPlace,
  direction: 'left' | 'right' | 'away' | 'near',
): CrowdPlace | null {
  if (ground.count === 0) return null;
  const { period } = ground;
  if (direction === 'left' || direction === 'right') {
    const step = direction === 'left' ? -1 : 1;
    for (let by = 1; by <= period; by++) {
      const column = from.column + step * by;
      if (rifffAt(ground, from.row, column) >= 0) return { row: from.row, column };
    }
    return null;
  }
  const row = from.row + (direction === 'away' ? 1 : -1);
  const x = columnX(from.row, from.column);
  const middle = Math.round(x - columnX(row, 0));
  for (let by = 0; by <= period; by++) {
    for (const side of [1, -1]) {
      const column = middle + side * by;
      if (rifffAt(ground, row, column) >= 0) return { row, column };
    }
  }
  return null;
}

/** A window onto the crowd. Lengths in CSS pixels. */
export interface CrowdView {
  readonly width: number;
  readonly height: number;
  /** Radius of the farthest row, and where radius 0 would stand. */
  readonly farRadius: number;
  readonly horizon: number;
  /** Where the focus stands, and how large it is. */
  readonly focusX: number;
  readonly focusY: number;
  readonly focusRadius: number;
  /** Half the width of the lane under the focus that is left to words. */
  readonly captionHalf: number;
}

/** Width of name, words and button under the focus. */
export const CAPTION_WIDTH = 360;

/** The window onto a crowd, by its size in CSS pixels. */
export function crowdView(width: number, height: number): CrowdView {
  const unit = clamp(Math.min(height / 900, width / 640), 0.5, 2.4);
  const focusRadius = Math.min(FOCUS_RADIUS * (height / 900), 0.37 * width);
  const focusY = 0.455 * height;
  return {
    width,
    height,
    farRadius: FAR_RADIUS * unit,
    horizon: (HORIZON / 900) * height,
    focusX: width / 2,
    focusY,
    focusRadius,
    captionHalf: Math.min(CAPTION_WIDTH / 2, 0.45 * width),
  };
}

/** Radius of a row that is so many rows nearer than the farthest one. */
export const radiusOf = (view: CrowdView, rows: number) => view.farRadius * GROWTH ** rows;
/** Height of the middle of discs of a radius. */
export const heightOf = (view: CrowdView, radius: number) => view.horizon + DROP * radius;

/** Ink that a row loses into the ground, 0 to 1. */
export function fogOf(rows: number): number {
  if (rows >= 0) return FAR_FOG * Math.max(0, 1 - rows / CLEAR_ROWS);
  return FAR_FOG + (1 - FAR_FOG) * Math.min(1, -rows / HAZE_ROWS);
}

/** Ground round a disc of a radius, in CSS pixels. */
export const biteOf = (radius: number) => clamp(1.5 + 0.02 * (radius - FAR_RADIUS), 1.5, 5.5);

/** The rows that can be seen, as offsets from the one that one looks at: from the farthest to the nearest. */
export function rowsInView(view: CrowdView): { readonly far: number; readonly near: number } {
  const most = (view.height - view.horizon) / (DROP - 1);
  return {
    far: FOCUS_ROWS + HAZE_ROWS,
    near: FOCUS_ROWS - Math.log(most / view.farRadius) / Math.log(GROWTH),
  };
}

/**
 * Room that the open clearing round the focus, and the lane of its words down to the edge of the window, leave at a
 * point, in CSS pixels; below 0 inside them.
 */
export function roomAt(view: CrowdView, x: number, y: number): number {
  const { focusX, focusY, focusRadius, captionHalf } = view;
  const across = Math.abs(x - focusX);
  const down = y - focusY;
  const round = Math.sqrt(across * across + down * down) - focusRadius - CLEARING_PX;
  const besideX = across - captionHalf;
  const besideY = -down;
  const beside =
    besideX > 0 && besideY > 0
      ? Math.sqrt(besideX * besideX + besideY * besideY)
      : Math.max(besideX, besideY);
  return Math.min(round, beside);
}
