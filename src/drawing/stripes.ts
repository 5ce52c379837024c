/**
 * Regular stripes in pictures. Guidance besides WCAG is about more than five pairs of light and dark stripes, straight or
 * curved, in any direction, also of rows of things that repeat, which have a quarter of the screen for half a second and
 * change direction, oscillate, flash or reverse in contrast; such as stand or drift smoothly one way may have 40 % (Ofcom,
 * guidance on section two, annex 1; ITU-R BT.1702). EA's IRIS counts from six stripes on, the dark ones below .8 of all
 * light and the light ones from .25 on, which is 50 of 200 cd/m².
 *
 * https://github.com/electronicarts/IRIS/blob/main/config/appsettings.json
 */
import { LINEAR } from './placeMeans.ts';

/** Difference of relative luminance from which on neighbours are a light and a dark stripe. */
const LEAST_CONTRAST = 0.1;
/** The dark stripe of a pair is below the one, the light one at least the other. */
const [DARK, LIGHT] = [0.8, 0.25];
const PAIRS = 6;
/** Neighbouring pairs are as wide as each other, but for a half more or less. */
const MOST_RATIO = 1.5;

/**
 * Writes the relative luminance of each place of a picture.
 *
 * @param pixels `0xRRGGBB` each, row after row, so many in a row
 * @param side of a place, in pixels, whose mean it is
 */
export function writeLight(
  pixels: Uint32Array,
  width: number,
  side: number,
  to: Float32Array,
): void {
  const across = width / side;
  for (let place = 0; place < to.length; place++) {
    const first = side * (Math.floor(place / across) * width + (place % across));
    let sum = 0;
    for (let row = 0; row < side; row++) {
      for (let at = first + row * width; at < first + row * width + side; at++) {
        const ink = pixels[at]!;
        sum +=
          0.2126 * LINEAR[(ink >> 16) & 255]! +
          0.7152 * LINEAR[(ink >> 8) & 255]! +
          0.0722 * LINEAR[ink & 255]!;
      }
    }
    to[place] = sum / side ** 2;
  }
}

/** Finds the stripes of pictures of one size. */
export class StripeFinder {
  /** 1 for each pixel that lies in stripes, row after row; of the last picture. */
  readonly mask: Uint8Array;
  private readonly width: number;
  private readonly height: number;
  /** Where a line turns from darker to lighter or back, and how light it is there. */
  private readonly turns: Int32Array;
  private readonly lights: Float32Array;

  /** @param width in pixels */
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.mask = new Uint8Array(width * height);
    this.turns = new Int32Array(Math.max(width, height));
    this.lights = new Float32Array(Math.max(width, height));
  }

  /**
   * Finds them along rows, columns and diagonals.
   *
   * @param light of each pixel, row after row
   * @returns share of the picture that stripes have
   */
  find(light: Float32Array): number {
    const { width, height, mask } = this;
    mask.fill(0);
    for (let y = 0; y < height; y++) this.along(light, y * width, 1, width);
    for (let x = 0; x < width; x++) this.along(light, x, width, height);
    for (let at = 1 - height; at < width; at++) {
      const [x, y] = [Math.max(0, at), Math.max(0, -at)];
      const count = Math.min(width - x, height - y);
      this.along(light, y * width + x, width + 1, count);
      this.along(light, y * width + width - 1 - x, width - 1, count);
    }
    let striped = 0;
    for (let at = 0; at < mask.length; at++) striped += mask[at]!;
    return striped / mask.length;
  }

  /** Marks the stripes of one line of pixels. */
  private along(light: Float32Array, start: number, step: number, count: number): void {
    const found = this.findTurns(light, start, step, count);
    if (found <= 2 * PAIRS) return;
    const { turns, mask } = this;
    // A run of pairs that are alike begins here.
    let from = 0;
    for (let at = 0; at + 2 < found; at++) {
      const isPair = this.isPair(at);
      const width = turns[at + 2]! - turns[at]!;
      const before = at >= from + 2 ? turns[at]! - turns[at - 2]! : width;
      const isLike = Math.max(width, before) <= MOST_RATIO * Math.min(width, before);
      if (!isPair || !isLike) {
        from = isPair ? at : at + 1;
        continue;
      }
      const pairs = at + 2 - from;
      if (pairs < 2 * PAIRS) continue;
      // What the run had before is marked already.
      const first = pairs === 2 * PAIRS ? turns[from]! : turns[at + 1]!;
      for (let one = first; one <= turns[at + 2]!; one++) mask[start + one * step] = 1;
    }
  }

  /** Are a turn and the two after it a pair: both ends alike, and the middle the other? */
  private isPair(at: number): boolean {
    const { lights } = this;
    const [one, two, three] = [lights[at]!, lights[at + 1]!, lights[at + 2]!];
    return Math.min(one, two, three) < DARK && Math.max(one, two, three) >= LIGHT;
  }

  /** Writes the peaks and valleys of a line, neighbours of which differ by `LEAST_CONTRAST`. @returns how many */
  private findTurns(light: Float32Array, start: number, step: number, count: number): number {
    const { turns, lights } = this;
    let found = 0;
    let [lowAt, highAt] = [0, 0];
    let low = light[start]!;
    let high = low;
    /** Is a peak looked for, or a valley? 0 while nothing has turned. */
    let way = 0;
    for (let at = 1; at < count; at++) {
      const value = light[start + at * step]!;
      if (value > high) [high, highAt] = [value, at];
      if (value < low) [low, lowAt] = [value, at];
      if (way >= 0 && high - value >= LEAST_CONTRAST) {
        turns[found] = highAt;
        lights[found] = high;
        found += 1;
        [way, low, lowAt] = [-1, value, at];
      } else if (way <= 0 && value - low >= LEAST_CONTRAST) {
        turns[found] = lowAt;
        lights[found] = low;
        found += 1;
        [way, high, highAt] = [1, value, at];
      }
    }
    if (way === 0) return 0;
    turns[found] = way > 0 ? highAt : lowAt;
    lights[found] = way > 0 ? high : low;
    return found + 1;
  }
}
