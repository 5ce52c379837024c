/** Says of each picture of a wall whether it may be shown: no more than three flashes within a second ever are. */
import type { LookGround } from '../data/contract/stageLooks.ts';
import { FlashCount, PARTS } from './flashCount.ts';
import { LINEAR, MOST_PLACES, RED_SCALE } from './placeMeans.ts';
import { LIGHT_TOKENS, TOKENS } from './tokens.ts';

const MOST_FLASHES = 3;
/** Places of a picture of any shape. */
export const GUARD_COLUMNS = MOST_PLACES;
export const GUARD_ROWS = 27;
/**
 * A little more than a second, in ms, for a picture may be seen some frames later than it is given. Smaller changes than the rule
 * names are counted as well, for a place is averaged from fewer pixels than are seen.
 */
const LIMITS = { second: 1100, changes: 2 * (MOST_FLASHES + 1), cares: [1, 0.9] };

/** What pictures of a wall are counted over, `#RRGGBB`. What a stream shows behind one without a ground is not known. */
export const WALL_GROUNDS: Readonly<Record<LookGround | 'clear', string>> = {
  ground: TOKENS.ground,
  night: LIGHT_TOKENS.ground,
  paper: TOKENS.paper,
  clear: TOKENS.ground,
};

/** Places of a ninth along each side. */
const WIDE = GUARD_COLUMNS / PARTS;
const TALL = GUARD_ROWS / PARTS;
/** The saturated red of a place, by its root from 0 to 255. */
const RED = Float64Array.from({ length: 256 }, (_, value) => RED_SCALE * (value / 255) ** 2);

export class FlashGuard {
  /** Where the picture that is asked for is written, by `placeMeans.ts` or by `writeMeans`. */
  readonly count = new FlashCount(GUARD_COLUMNS, GUARD_ROWS, LIMITS);
  private isFirst = true;

  /**
   * May the picture that has been written be shown now? If not, it is as if it had never been. A picture that goes on
   * being asked for is shown within about a second.
   *
   * @param timeMs of any clock, never less than before
   */
  allows(timeMs: number): boolean {
    if (this.isFirst) this.count.begin(timeMs);
    this.isFirst = false;
    this.count.save();
    if (this.count.add(timeMs) <= MOST_FLASHES) return true;
    this.count.restore();
    return false;
  }

  /**
   * Writes a picture whose places a graphics chip has averaged.
   *
   * @param means sRGB of each place, and the square root of its mean saturated red, R − G − B, 0–255 each
   */
  writeMeans(means: Uint8Array): void {
    const { colours, lights, reds } = this.count;
    reds.fill(0);
    for (let part = 0; part < PARTS * PARTS; part++) {
      const top = TALL * Math.floor(part / PARTS);
      const left = WIDE * (part % PARTS);
      let r = 0;
      let g = 0;
      let b = 0;
      let red = 0;
      for (let row = top; row < top + TALL; row++) {
        const first = GUARD_COLUMNS * row + left;
        for (let place = first; place < first + WIDE; place++) {
          const oneR = LINEAR[means[4 * place]!]!;
          const oneG = LINEAR[means[4 * place + 1]!]!;
          const oneB = LINEAR[means[4 * place + 2]!]!;
          colours[3 * place] = oneR;
          colours[3 * place + 1] = oneG;
          colours[3 * place + 2] = oneB;
          r += oneR;
          g += oneG;
          b += oneB;
          red += RED[means[4 * place + 3]!]!;
        }
      }
      const places = WIDE * TALL;
      lights[3 * part] = r / places;
      lights[3 * part + 1] = g / places;
      lights[3 * part + 2] = b / places;
      reds[3 * part] = red / places;
    }
  }
}
