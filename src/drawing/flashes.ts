/** Measures finished pictures for flashes, for tests and for the editor of looks. */
import { FlashCount } from './flashCount.ts';
import { PlaceMeans } from './placeMeans.ts';

/** Pictures in a second: times are counted in pictures. */
const RATE = 60;

/** Pictures of one size, 60 in a second. */
export class FlashSeries {
  private means: PlaceMeans | null = null;
  private count: FlashCount | null = null;
  private pictures = 0;
  /** General or red flashes, which are pairs of changes, within a second in the field or ninth that has most of them. */
  most = 0;

  /** Measures the next picture: `0xRRGGBB` each, row after row. @param width of the picture in pixels */
  add(pixels: Uint32Array, width: number): void {
    this.write(pixels, width, 16, 0);
  }

  /** The same for a picture of the browser. */
  addImage({ data, width }: Pick<ImageData, 'data' | 'width'>): void {
    this.write(new Uint32Array(data.buffer, data.byteOffset, data.length / 4), width, 0, 16);
  }

  private write(pixels: Uint32Array, width: number, red: 0 | 16, blue: 0 | 16): void {
    this.means ??= new PlaceMeans(width, pixels.length / width);
    const { columns, rows } = this.means;
    this.count ??= new FlashCount(columns, rows, { second: RATE, changes: RATE, cares: [1] });
    this.means.write(pixels, red, blue, this.count);
    this.most = Math.max(this.most, this.count.add(this.pictures));
    this.pictures += 1;
  }
}
