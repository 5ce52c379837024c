/** Averages a picture in linear light: the places and ninths that flashes are counted by. */
import { type FlashCount, PARTS } from './flashCount.ts';
import { isSaturated } from './flashKinds.ts';

/** Light of a channel of sRGB, 0–255. */
export const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Most places along a side: larger pictures are measured by the mean of the pixels of a place. */
export const MOST_PLACES = 48;
/** The older formula of red, (R − G − B) · 320. */
export const RED_SCALE = 320;

/** Pixels beside each other in a row that are of one place and one ninth. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly column: number;
  readonly part: number;
}

/** Pictures of one size. */
export class PlaceMeans {
  readonly columns: number;
  readonly rows: number;
  private readonly width: number;
  private readonly height: number;
  private readonly side: number;
  private readonly runs: readonly Run[];

  /** @param width in pixels */
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.side = Math.ceil(Math.max(width, height) / MOST_PLACES);
    this.columns = Math.ceil(width / this.side);
    this.rows = Math.ceil(height / this.side);
    const runs: Run[] = [];
    for (let from = 0; from < width; ) {
      const column = Math.floor(from / this.side);
      const part = Math.floor((PARTS * from) / width);
      const to = Math.min(width, (column + 1) * this.side, Math.ceil(((part + 1) * width) / PARTS));
      runs.push({ from, to, column, part });
      from = to;
    }
    this.runs = runs;
  }

  /**
   * Writes the means of a picture.
   *
   * @param pixels a number each, row after row @param red where its red begins, in bits, and blue; green is between them
   */
  write(pixels: Uint32Array, red: 0 | 16, blue: 0 | 16, to: FlashCount): void {
    const { width, height, side } = this;
    const { colours, lights, reds } = to;
    const ninth = (width * height) / (PARTS * PARTS);
    for (const sums of [colours, lights, reds]) sums.fill(0);
    for (let y = 0; y < height; y++) {
      const row = Math.floor(y / side);
      const tall = Math.min(side, height - row * side);
      const above = PARTS * Math.floor((PARTS * y) / height);
      for (let at = 0; at < this.runs.length; at++) {
        const run = this.runs[at]!;
        let r = 0;
        let g = 0;
        let b = 0;
        let saturated = 0;
        for (let one = y * width + run.from; one < y * width + run.to; one++) {
          const ink = pixels[one]!;
          const oneR = LINEAR[(ink >> red) & 255]!;
          const oneG = LINEAR[(ink >> 8) & 255]!;
          const oneB = LINEAR[(ink >> blue) & 255]!;
          r += oneR;
          g += oneG;
          b += oneB;
          if (isSaturated(oneR, oneG, oneB)) saturated += Math.max(0, oneR - oneG - oneB);
        }
        const place = 3 * (row * this.columns + run.column);
        const area = tall * Math.min(side, width - run.column * side);
        const part = 3 * (above + run.part);
        colours[place]! += r / area;
        colours[place + 1]! += g / area;
        colours[place + 2]! += b / area;
        lights[part]! += r / ninth;
        lights[part + 1]! += g / ninth;
        lights[part + 2]! += b / ninth;
        reds[part]! += (RED_SCALE * saturated) / ninth;
      }
    }
  }
}
