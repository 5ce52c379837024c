/** Says of each picture of a wall whether it may be shown: no more than three flashes within a second ever are. */
import { FlashCount, PARTS } from './flashCount.ts';
import { LINEAR, MOST_PLACES, RED_SCALE } from './placeMeans.ts';

const MOST_FLASHES = 3;
/** Places of a picture of any shape. */
export const GUARD_COLUMNS = MOST_PLACES;
export const GUARD_ROWS = 27;
/**
 * A little more than a second, in ms, for a picture may be seen some frames later than it is given. Smaller changes than the rule
 * names are counted as well, for a place is averaged from fewer pixels than are seen.
 */
const LIMITS = { second: 1100, changes: 2 * (MOST_FLASHES + 1), cares: [1, 0.9] };

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
    lights.fill(0);
    reds.fill(0);
    const share = (PARTS * PARTS) / (GUARD_COLUMNS * GUARD_ROWS);
    for (let place = 0; place < GUARD_COLUMNS * GUARD_ROWS; place++) {
      const column = place % GUARD_COLUMNS;
      const row = (place - column) / GUARD_COLUMNS;
      const across = Math.floor((PARTS * column) / GUARD_COLUMNS);
      const part = 3 * (PARTS * Math.floor((PARTS * row) / GUARD_ROWS) + across);
      for (let channel = 0; channel < 3; channel++) {
        const light = LINEAR[means[4 * place + channel]!]!;
        colours[3 * place + channel] = light;
        lights[part + channel]! += light * share;
      }
      reds[part]! += RED_SCALE * (means[4 * place + 3]! / 255) ** 2 * share;
    }
  }
}
