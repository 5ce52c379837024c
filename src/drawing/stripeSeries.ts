/** Stripes of pictures that follow each other: how much of the screen they have for half a second, and what they do. */
import { StripeFinder } from './stripes.ts';

/** Pictures in a second. Stripes are looked for in every third. */
export const PICTURES_PER_SEC = 30;
const EVERY = 3;
/** Those that half a second has, from the first to the last. */
const HALF_SEC = PICTURES_PER_SEC / EVERY / 2 + 1;
/** Side of the squares in which it is told what stripes do, in pixels. */
const SQUARE_PX = 8;
/** Light that a place takes and gives back within half a second where something happens: a tenth and back, as of a flash. */
const LEAST_CHANGE = 0.2;
/** Of what drifts one way all changes say so; of what flashes, turns back or reverses as many say the other. */
const ONE_WAY = 0.5;
/** Where stripes stand or drift one way so much counts: of such 40 % are allowed, of others 25 %. */
const STEADY = 25 / 40;

/** What happens in each square within a tenth of a second. */
interface Change {
  /** Change of light, summed up, and the same times the slope of the light there. */
  readonly light: Float32Array;
  readonly all: Float32Array;
  /** Which way it drifts: where the light grows, it comes from the lighter side. */
  readonly x: Float32Array;
  readonly y: Float32Array;
}

export class StripeSeries {
  /** Relative luminance of each pixel of the next picture, row after row; to be written before `add`. */
  light: Float32Array;
  /**
   * Share of the screen that stripes have had for half a second which flash, turn back or reverse, the most; or five eighths
   * of the share that all of them have had, where that is more.
   */
  most = 0;
  private before: Float32Array;
  private readonly width: number;
  private readonly height: number;
  private readonly across: number;
  private readonly squares: number;
  private readonly finder: StripeFinder;
  private pictures = 0;
  /** The last half of a second: striped pixels in each square, and what happened between. */
  private striped: Uint8Array[] = [];
  private changes: Change[] = [];

  /** @param width in pixels */
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.light = new Float32Array(width * height);
    this.before = new Float32Array(width * height);
    this.across = Math.ceil(width / SQUARE_PX);
    this.squares = this.across * Math.ceil(height / SQUARE_PX);
    this.finder = new StripeFinder(width, height);
  }

  /** Takes the picture that was written. */
  add(): void {
    if (this.pictures > 0) this.addChange();
    if (this.pictures % EVERY === 0) {
      this.addStripes();
      this.changes.push(this.newChange());
    }
    this.pictures += 1;
    [this.light, this.before] = [this.before, this.light];
  }

  private newChange(): Change {
    const [light, all, x, y] = Array.from({ length: 4 }, () => new Float32Array(this.squares));
    return { light: light!, all: all!, x: x!, y: y! };
  }

  private squareOf(x: number, y: number): number {
    return Math.floor(y / SQUARE_PX) * this.across + Math.floor(x / SQUARE_PX);
  }

  private addChange(): void {
    const { width, height, light: now, before } = this;
    const change = this.changes.at(-1)!;
    for (let y = 1; y + 1 < height; y++) {
      for (let x = 1; x + 1 < width; x++) {
        const at = y * width + x;
        const more = now[at]! - before[at]!;
        if (more === 0) continue;
        // The slope is that of both pictures.
        const slopeX = now[at + 1]! - now[at - 1]! + before[at + 1]! - before[at - 1]!;
        const [above, below] = [at - width, at + width];
        const slopeY = now[below]! - now[above]! + before[below]! - before[above]!;
        const square = this.squareOf(x, y);
        change.light[square]! += Math.abs(more);
        change.all[square]! += Math.abs(more) * Math.hypot(slopeX, slopeY);
        change.x[square]! -= more * slopeX;
        change.y[square]! -= more * slopeY;
      }
    }
  }

  private addStripes(): void {
    const { width, height, finder, squares } = this;
    finder.find(this.light);
    const striped = new Uint8Array(squares);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) striped[this.squareOf(x, y)]! += finder.mask[y * width + x]!;
    }
    this.striped.push(striped);
    if (this.striped.length > HALF_SEC) {
      this.striped.shift();
      this.changes.shift();
    }
    if (this.striped.length === HALF_SEC) this.most = Math.max(this.most, this.judge());
  }

  /** Do the last changes of a square go one way, if there are any? */
  private isSteady(square: number): boolean {
    let [light, all, x, y] = [0, 0, 0, 0];
    for (const change of this.changes) {
      light += change.light[square]!;
      all += change.all[square]!;
      x += change.x[square]!;
      y += change.y[square]!;
    }
    return light < LEAST_CHANGE * SQUARE_PX ** 2 || Math.hypot(x, y) > ONE_WAY * all;
  }

  /** The least that stripes have of the last pictures. */
  private judge(): number {
    const [all, others] = [this.striped.map(() => 0), this.striped.map(() => 0)];
    for (let square = 0; square < this.squares; square++) {
      if (this.striped.every((one) => one[square] === 0)) continue;
      const isSteady = this.isSteady(square);
      this.striped.forEach((one, at) => {
        all[at]! += one[square]!;
        if (!isSteady) others[at]! += one[square]!;
      });
    }
    const least = Math.max(Math.min(...others), STEADY * Math.min(...all));
    return least / (this.width * this.height);
  }
}
