/** A sound whose spectral shape is known, to be measured in Node and in a worker of the browser. */

export const SHAPED_16THS = 4;
const FRAMES = 24_000;

/**
 * Two channels at 48 kHz, out of sums and products alone, which no machine rounds in its own way: a sawtooth of 200 Hz,
 * then noise, then both, then silence, each for a sixteenth.
 */
export function shapedSound(): Float32Array<ArrayBuffer>[] {
  let state = 1;
  const step = FRAMES / SHAPED_16THS;
  return [0.5, 0.25].map((level) =>
    Float32Array.from({ length: FRAMES }, (_, n) => {
      state = (state * 16_807) % 2_147_483_647;
      const noise = state / 2_147_483_647 - 0.5;
      const saw = (n % 240) / 240 - 0.5;
      return level * [saw, noise, saw + noise, 0][Math.floor(n / step)]!;
    }),
  );
}

/** What is measured of it. */
export const SHAPE: Readonly<Record<'flatness' | 'crest' | 'timbre', readonly number[]>> = {
  flatness: [80, 235, 227, 0],
  crest: [141, 24, 111, 0],
  timbre: [
    124, 134, 151, 131, 133, 130, 130, 127, 126, 125, 127, 128, 129, 63, 75, 42, 23, 7, 6, 6, 3, 5,
    5, 7, 5, 6,
  ],
};

/** The largest difference between two rows of bytes; infinite where one is longer. */
export const farthest = (a: Uint8Array, b: readonly number[]) =>
  a.length === b.length
    ? b.reduce((most, value, at) => Math.max(most, Math.abs(value - a[at]!)), 0)
    : Number.POSITIVE_INFINITY;
