/**
 * Who is seen of the crowd from somewhere, how large and how far into the ground, from the farthest to the nearest; and
 * who is hit by a finger. Kept in arrays that never move: a frame allocates nothing.
 */
import {
  type CrowdCamera,
  type CrowdView,
  columnX,
  FOCUS_ROWS,
  fogOf,
  type Ground,
  heightOf,
  ROW_DISTANCE,
  radiusOf,
  rifffAt,
  roomAt,
  rowsInView,
  SPACING,
} from './crowd.ts';

/** Discs that are seen at once at most: the widest window has about 160. */
const MOST_SEEN = 240;
/** Discs that the clearing leaves less room than this are not there. */
const LEAST_RADIUS = 5;
/** The farthest distance. */
export const OUT_OF_REACH = 99;
/** How far ahead of a flight is looked for what is loaded next, in seconds. */
const AHEAD_SEC = 0.9;

/** What stands in the clearing: a place of the ground, and how far it has come forward, 0 to 1. */
export interface CrowdFocus {
  /** Index of its rifff, or −1 for none. */
  rifff: number;
  row: number;
  column: number;
  open: number;
}

/** A crowd as it is seen. */
export class CrowdTable {
  /** Discs in the first `count` entries, the farthest first; the one in the clearing is the last. */
  count = 0;
  readonly rifff = new Int16Array(MOST_SEEN);
  readonly row = new Int32Array(MOST_SEEN);
  readonly column = new Int32Array(MOST_SEEN);
  /** CSS pixels. */
  readonly x = new Float32Array(MOST_SEEN);
  readonly y = new Float32Array(MOST_SEEN);
  readonly radius = new Float32Array(MOST_SEEN);
  /** Radius that the row gives it, before the clearing: it decides how much is drawn. */
  readonly full = new Float32Array(MOST_SEEN);
  readonly fog = new Float32Array(MOST_SEEN);
  /** For each rifff: distance of its nearest disc, where it will be soon, and its direction, −1 left to 1 right. */
  readonly distance = new Float32Array(128).fill(OUT_OF_REACH);
  readonly soon = new Float32Array(128).fill(OUT_OF_REACH);
  readonly pan = new Float32Array(128);

  /** Sees the crowd anew. */
  place(ground: Ground, view: CrowdView, camera: CrowdCamera, focus: CrowdFocus): void {
    this.count = 0;
    this.distance.fill(OUT_OF_REACH);
    this.soon.fill(OUT_OF_REACH);
    const { far, near } = rowsInView(view);
    const last = Math.ceil(camera.depth + near);
    for (let row = Math.floor(camera.depth + far); row >= last; row--) {
      this.placeRow(ground, view, camera, focus, row);
    }
    if (focus.rifff >= 0) this.placeFocus(view, camera, focus);
  }

  /**
   * Numbers are written where they stay and not handed on: as arguments they would be boxed, a hundred times a frame.
   */
  private placeRow(
    ground: Ground,
    view: CrowdView,
    camera: CrowdCamera,
    focus: CrowdFocus,
    row: number,
  ): void {
    const rows = FOCUS_ROWS - (row - camera.depth);
    const radius = radiusOf(view, rows);
    const y = heightOf(view, radius);
    const fog = fogOf(rows);
    const pitch = SPACING * radius;
    const middle = view.width / 2;
    const half = (middle + radius) / pitch;
    const shift = columnX(row, 0);
    const awaySquare = (ROW_DISTANCE * (row - camera.depth)) ** 2;
    const soonSquare = (ROW_DISTANCE * (row - camera.depth - AHEAD_SEC * camera.speedDepth)) ** 2;
    const end = Math.floor(camera.x - shift + half);
    for (let column = Math.ceil(camera.x - shift - half); column <= end; column++) {
      const rifff = rifffAt(ground, row, column);
      if (rifff < 0) continue;
      const across = column + shift - camera.x;
      const distance = Math.sqrt(across * across + awaySquare);
      if (distance < this.distance[rifff]!) {
        this.distance[rifff] = distance;
        this.pan[rifff] = Math.min(1, Math.max(-1, (across * pitch) / middle));
      }
      const later = across - AHEAD_SEC * camera.speedX;
      const soon = Math.sqrt(later * later + soonSquare);
      if (soon < this.soon[rifff]!) this.soon[rifff] = soon;
      if (rifff === focus.rifff && row === focus.row && column === focus.column) continue;
      const at = this.count;
      if (at === MOST_SEEN) return;
      const x = middle + across * pitch;
      const { open } = focus;
      const room = open > 0 ? Math.max(0, roomAt(view, x, y)) : radius;
      const held = radius + (Math.min(radius, room) - radius) * open;
      if (held < LEAST_RADIUS) continue;
      this.rifff[at] = rifff;
      this.row[at] = row;
      this.column[at] = column;
      this.x[at] = x;
      this.y[at] = y;
      this.radius[at] = held;
      this.full[at] = radius;
      this.fog[at] = fog;
      this.count = at + 1;
    }
  }

  /** The one in the clearing, on its way between its place in the crowd and the middle. */
  private placeFocus(view: CrowdView, camera: CrowdCamera, focus: CrowdFocus): void {
    const at = Math.min(this.count, MOST_SEEN - 1);
    const rows = FOCUS_ROWS - (focus.row - camera.depth);
    const radius = radiusOf(view, rows);
    const across = columnX(focus.row, focus.column) - camera.x;
    const x = view.width / 2 + across * SPACING * radius;
    const y = heightOf(view, radius);
    const { open } = focus;
    const grown = radius + (view.focusRadius - radius) * open;
    this.rifff[at] = focus.rifff;
    this.row[at] = focus.row;
    this.column[at] = focus.column;
    this.x[at] = x + (view.focusX - x) * open;
    this.y[at] = y + (view.focusY - y) * open;
    this.radius[at] = grown;
    this.full[at] = Math.max(grown, radius);
    this.fog[at] = fogOf(rows) * (1 - open);
    this.count = at + 1;
  }

  /** Index of the nearest disc under a point of the window, or −1 on the ground. */
  hit(x: number, y: number): number {
    for (let at = this.count - 1; at >= 0; at--) {
      const far = (x - this.x[at]!) ** 2 + (y - this.y[at]!) ** 2;
      if (far <= this.radius[at]! ** 2) return at;
    }
    return -1;
  }
}
