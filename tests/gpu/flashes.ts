/**
 * WCAG 2.3.1: no more than three general or red flashes in any second. Pictures are measured over each of their ninths:
 * stricter than the rule, which counts a flash only from a quarter of the field of view on.
 */

/** Change of relative luminance that counts, with the darker state below .8. */
export const GENERAL = 0.1;
/** Change of the saturated red value (R − G − B) · 320 that counts. */
const RED = 20;

const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Relative luminance and saturated red of each ninth of a picture. */
function ninths({ data, width, height }: ImageData): { luminance: number[]; red: number[] } {
  const luminance = new Array<number>(9).fill(0);
  const red = new Array<number>(9).fill(0);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const part = Math.floor((3 * y) / height) * 3 + Math.floor((3 * x) / width);
      const [r, g, b] = [0, 1, 2].map((c) => linear[data[at + c]!]!) as [number, number, number];
      luminance[part]! += 0.2126 * r + 0.7152 * g + 0.0722 * b;
      const isRed = r / Math.max(1e-6, r + g + b) >= 0.8;
      if (isRed) red[part]! += Math.max(0, r - g - b) * 320;
    }
  }
  const area = (width * height) / 9;
  return { luminance: luminance.map((v) => v / area), red: red.map((v) => v / area) };
}

/** Each ninth of the pictures of a second. */
export class NinthSeries {
  readonly luminance: number[][] = Array.from({ length: 9 }, () => []);
  readonly red: number[][] = Array.from({ length: 9 }, () => []);

  /** Measures the next picture. */
  add(image: ImageData): void {
    const now = ninths(image);
    for (let part = 0; part < 9; part++) {
      this.luminance[part]!.push(now.luminance[part]!);
      this.red[part]!.push(now.red[part]!);
    }
  }
}

/** General and red flashes of the ninth that has most of them. */
export function mostFlashes({ luminance, red }: NinthSeries): number {
  return Math.max(
    ...luminance.map((series) => flashes(series, GENERAL, 0.8)),
    ...red.map((series) => flashes(series, RED)),
  );
}

/** Flashes in a series: pairs of opposing changes of at least `least` that begin or end below `dark`. */
export function flashes(
  series: readonly number[],
  least: number,
  dark = Number.POSITIVE_INFINITY,
): number {
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
