/** What every flat drawing has in common: its box in the picture of its host, and shapes that are kept until they change. */
import type { Lane } from '../../data/stores/lanes.ts';

/** Where a lane lies in the picture of its host, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const NOTCH_PX = 4;
export const BEATS_PER_BAR = 4;

/** Nowhere yet. */
export const NO_BOX: Box = { x: 0, y: 0, w: 0, h: 0 };

export const isSameBox = (a: Box, b: Box) =>
  a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;

export interface Moment {
  /** Since the last frame; 0.1 at most. */
  readonly seconds: number;
  readonly isReduced: boolean;
}

export interface LaneDrawing {
  readonly box: Box;
  /** Takes what the lane shows now and where. @returns whether the picture differs */
  shape(lane: Lane, box: Box): boolean;
  /** Brings it to this moment. @returns whether the picture differs */
  move(moment: Moment): boolean;
  /** Does it need another frame? As of the last `move`. */
  readonly isMoving: boolean;
  /** Draws into its box, which is empty; lengths in CSS pixels of the host. */
  paint(context: CanvasRenderingContext2D, resolution: number): void;
}

/** A shape drawn once, in pixels of the device, and copied from then on. */
export class Still {
  private readonly canvas = document.createElement('canvas');
  private fill: ((context: CanvasRenderingContext2D) => void) | null = null;
  private w = 0;
  private h = 0;
  private resolution = 0;

  /** Takes another shape of `w` × `h` CSS pixels; null for none. */
  set(fill: ((context: CanvasRenderingContext2D) => void) | null, { w, h }: Box): void {
    this.fill = w > 0 && h > 0 ? fill : null;
    this.w = w;
    this.h = h;
    this.resolution = 0;
  }

  /** Copies it into a box, squeezed to a share of its height; it stands on its foot. */
  paint(context: CanvasRenderingContext2D, box: Box, resolution: number, tall = 1): void {
    if (!this.fill) return;
    if (this.resolution !== resolution) this.draw(this.fill, resolution);
    const { width, height } = this.canvas;
    const h = (height / resolution) * tall;
    context.drawImage(this.canvas, box.x, box.y + this.h * (1 - tall), width / resolution, h);
  }

  private draw(fill: (context: CanvasRenderingContext2D) => void, resolution: number): void {
    this.resolution = resolution;
    this.canvas.width = Math.ceil(this.w * resolution);
    this.canvas.height = Math.ceil(this.h * resolution);
    const context = this.canvas.getContext('2d');
    context?.scale(resolution, resolution);
    if (context) fill(context);
  }
}

/** The gap at what is heard; there is none before it was moved to a place. */
export class Notch {
  /** Its left edge; none where it is not a number. */
  private x = Number.NaN;

  /** Moves it to a share of the width, away for NaN. @returns whether the picture differs */
  move(box: Box, share: number): boolean {
    const x = box.x + share * box.w - NOTCH_PX / 2;
    if (Object.is(x, this.x)) return false;
    this.x = x;
    return true;
  }

  cut(context: CanvasRenderingContext2D, box: Box): void {
    if (!Number.isNaN(this.x)) context.clearRect(this.x, box.y, NOTCH_PX, box.h);
  }
}

/** A closed polygon. @param points x, y, x, y … */
export function polygon(points: readonly number[]): Path2D {
  const path = new Path2D();
  for (let at = 0; at + 1 < points.length; at += 2) path.lineTo(points[at]!, points[at + 1]!);
  path.closePath();
  return path;
}
