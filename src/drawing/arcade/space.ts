/**
 * The crowd in space, for a camera. The unit is the radius of a person: all are as large as each other, and what is
 * farther away looks smaller. x right, y up, the eye looks along −z, over a ground on which the middles of all stand at a
 * height of 0.
 *
 * Rows stand each `GROWTH` times as far away as the one before it. So a flight by one row is the same picture `GROWTH`
 * times as large round the horizon, wherever one is: a longer lens, `zoom`. A step of a rigid camera would not do, for it
 * comes nearer to near rows than to far ones.
 */
import {
  type CrowdCamera,
  type CrowdView,
  columnX,
  DROP,
  FOCUS_ROWS,
  GROWTH,
  SPACING,
} from './crowd.ts';

/** How far away the farthest row stands: rows then stand about as far from each other as columns do. */
const FAR_DISTANCE = 28.6;
/** Rows and columns after which the middle of space moves on, so that numbers stay small. Even: odd rows are shifted. */
const ROWS_ON = 4;
const COLUMNS_ON = 32;
/** Numbers of a place: x, y, z and the radius there. */
export const PLACE_FLOATS = 4;

/** The discs that are placed: those of `CrowdTable`. */
interface SeenDiscs {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  readonly radius: ArrayLike<number>;
  readonly full: ArrayLike<number>;
}

/** Focal length of a window in its CSS pixels: so large does a radius look at a distance of 1, without zoom. */
export const focalOf = (view: CrowdView): number => view.farRadius * FAR_DISTANCE;

/** The eye, and where the middle of space is on the ground. */
export class CrowdSpace {
  /** Where the eye stands to the right; it is `DROP` above the middles of the crowd, at a depth of 0. */
  eyeX = 0;
  /** How much longer the lens is than at a flight that stands in the middle of space. */
  zoom = 1;
  /** Place of the ground that is in the middle of space. */
  row = 0;
  column = 0;
  /** Place and radius of each disc, `PLACE_FLOATS` numbers each. */
  readonly places: Float32Array;

  /** @param most discs */
  constructor(most: number) {
    this.places = new Float32Array(most * PLACE_FLOATS);
  }

  /** Looks from where a flight is. */
  look({ x, depth }: Pick<CrowdCamera, 'x' | 'depth'>): void {
    this.row = ROWS_ON * Math.round(depth / ROWS_ON);
    this.column = COLUMNS_ON * Math.round(x / COLUMNS_ON);
    this.eyeX = (x - this.column) * SPACING;
    this.zoom = GROWTH ** (depth - this.row);
  }

  /**
   * Puts discs where they are seen: as far away as their row is, the one in the clearing as near as its size says.
   *
   * @param count of them
   */
  place(seen: SeenDiscs, count: number, view: CrowdView): void {
    const { places, eyeX } = this;
    const focal = focalOf(view) * this.zoom;
    const middle = view.width / 2;
    for (let at = 0; at < count; at++) {
      const to = at * PLACE_FLOATS;
      const full = seen.full[at]!;
      places[to] = eyeX + (seen.x[at]! - middle) / full;
      places[to + 1] = DROP - (seen.y[at]! - view.horizon) / full;
      places[to + 2] = -focal / full;
      places[to + 3] = seen.radius[at]! / full;
    }
  }
}

/** Where a rifff stands that does not move: a place of the ground as x, y and z. */
export function standsAt(
  space: Pick<CrowdSpace, 'row' | 'column'>,
  row: number,
  column: number,
): readonly [x: number, y: number, z: number] {
  const away = FAR_DISTANCE * GROWTH ** (row - space.row - FOCUS_ROWS);
  return [(columnX(row, column) - space.column) * SPACING, 0, -away];
}
