/**
 * WCAG 2.3.1: no more than three general or red flashes in any second. Pictures are measured over each of their ninths:
 * stricter than the rule, which counts a flash only from a quarter of the field of view on.
 */

/** Change of relative luminance that counts, with the darker state below .8. */
const GENERAL = 0.1;
const DARK = 0.8;
/** Change of the saturated red value (R − G − B) · 320 that counts. */
const RED = 20;
/** Fields along each side of a picture. */
const PARTS = 3;

const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Flashes in a series: pairs of opposing changes of at least `least` that begin or end below `dark`. */
function flashes(series: readonly number[], least: number, dark: number): number {
  let [low, high] = [series[0]!, series[0]!];
  let direction = 0;
  let changes = 0;
  for (const value of series) {
    if (value - low >= least && low < dark && direction <= 0) {
      direction = 1;
      changes += 1;
      high = value;
    } else if (high - value >= least && value < dark && direction >= 0) {
      direction = -1;
      changes += 1;
      low = value;
    }
    if (direction >= 0) high = Math.max(high, value);
    if (direction <= 0) low = Math.min(low, value);
    if (direction === 0) [low, high] = [Math.min(low, value), Math.max(high, value)];
  }
  return Math.floor(changes / 2);
}

/** General flashes in a series of mean luminances, 0–1. */
export const generalFlashes = (series: readonly number[]) => flashes(series, GENERAL, DARK);

/** The square pictures of one second, each as the light of its ninths. */
export class FlashSeries {
  private readonly luminance = Array.from({ length: PARTS * PARTS }, () => [] as number[]);
  private readonly red = Array.from({ length: PARTS * PARTS }, () => [] as number[]);

  /** Measures the next picture: `0xRRGGBB` each, row after row. @param width of the picture in pixels */
  add(pixels: Uint32Array, width: number): void {
    const height = pixels.length / width;
    const luminance = new Float64Array(PARTS * PARTS);
    const red = new Float64Array(PARTS * PARTS);
    for (let at = 0; at < pixels.length; at++) {
      const row = Math.floor((PARTS * Math.floor(at / width)) / height);
      const part = row * PARTS + Math.floor((PARTS * (at % width)) / width);
      const ink = pixels[at]!;
      const [r, g, b] = [linear[(ink >> 16) & 255]!, linear[(ink >> 8) & 255]!, linear[ink & 255]!];
      luminance[part]! += 0.2126 * r + 0.7152 * g + 0.0722 * b;
      if (r / Math.max(1e-6, r + g + b) >= 0.8) red[part]! += Math.max(0, r - g - b) * 320;
    }
    const area = pixels.length / (PARTS * PARTS);
    for (let part = 0; part < PARTS * PARTS; part++) {
      this.luminance[part]!.push(luminance[part]! / area);
      this.red[part]!.push(red[part]! / area);
    }
  }

  /** The same for a picture of the browser. */
  addImage({ data, width, height }: ImageData): void {
    const pixels = new Uint32Array(width * height);
    for (let at = 0; at < pixels.length; at++)
      pixels[at] = (data[4 * at]! << 16) | (data[4 * at + 1]! << 8) | data[4 * at + 2]!;
    this.add(pixels, width);
  }

  /** General and red flashes of the ninth that has most of them. */
  get most(): number {
    return Math.max(
      ...this.luminance.map(generalFlashes),
      ...this.red.map((series) => flashes(series, RED, Number.POSITIVE_INFINITY)),
    );
  }
}
