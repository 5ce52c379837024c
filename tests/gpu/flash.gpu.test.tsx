/**
 * WCAG 2.3.1: no more than three general or red flashes in any second, whatever the sound does. Frames are
 * drawn at 60 a second with a telemetry that does its worst, and measured over each ninth of the picture:
 * stricter than the rule, which counts a flash only from a quarter of the field of view on.
 */
import fc from 'fast-check';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createSilentTelemetry, telemetryRef } from '../../src/audio/engine/telemetry.ts';
import { patchTransport } from '../../src/audio/state/transport.ts';
import { CATEGORY_SLUGS } from '../../src/data/contract/categories.ts';
import { setSlotOn } from '../../src/data/rules/draft/draft.ts';
import { updatePlace } from '../../src/data/stores/places.ts';
import { musicalRifff, seeded } from './musicalPeaks.ts';
import { addCase, clearCases, HOSTS, mountNamed, picture, unmountHost } from './stage.tsx';

const SIZE = 150;
const FRAMES = 60;
/** Rows of frames. What either host draws is compared elsewhere; an emulated GPU takes five times as long for it. */
const ROWS: Readonly<Record<string, number>> =
  import.meta.env.RONDO_LONG === '1' ? {} : { webgl: 3 };
/** Change of relative luminance that counts, with the darker state below .8. */
const GENERAL = 0.1;
/** Change of the saturated red value (R − G − B) · 320 that counts. */
const RED = 20;

const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Relative luminance and saturated red of each ninth of a picture. */
function ninths(image: ImageData): { luminance: number[]; red: number[] } {
  const luminance = new Array<number>(9).fill(0);
  const red = new Array<number>(9).fill(0);
  const third = SIZE / 3;
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const at = (y * SIZE + x) * 4;
      const part = Math.floor(y / third) * 3 + Math.floor(x / third);
      const [r, g, b] = [0, 1, 2].map((c) => linear[image.data[at + c]!]!) as [
        number,
        number,
        number,
      ];
      luminance[part]! += 0.2126 * r + 0.7152 * g + 0.0722 * b;
      const isRed = r / Math.max(1e-6, r + g + b) >= 0.8;
      if (isRed) red[part]! += Math.max(0, r - g - b) * 320;
    }
  }
  const area = third * third;
  return { luminance: luminance.map((v) => v / area), red: red.map((v) => v / area) };
}

/** Flashes in a series: pairs of opposing changes of at least `least` that begin or end below `dark`. */
function flashes(
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

beforeAll(() => page.viewport(160, 160));

afterEach(async () => {
  telemetryRef.current = createSilentTelemetry();
  patchTransport({ status: 'stopped' });
  clearCases();
  await unmountHost();
});

test('the measure itself sees a flashing lamp and lets a slow one pass', () => {
  const lamp = (everyFrames: number) =>
    Array.from({ length: FRAMES }, (_, at) => (Math.floor(at / everyFrames) % 2 ? 0.9 : 0.1));
  expect(flashes(lamp(5), GENERAL, 0.8)).toBeGreaterThan(3);
  expect(flashes(lamp(20), GENERAL, 0.8)).toBeLessThanOrEqual(3);
});

test.each(HOSTS)(
  'no sound makes the rings flash by %s',
  async (host) => {
    await mountNamed(host);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.shuffledSubarray([...CATEGORY_SLUGS], { minLength: 1, maxLength: 8 }),
        fc.double({ min: 0.2, max: 8, noNaN: true }),
        fc.boolean(),
        (seed, categories, turnSec, hasGestures) => {
          const random = seeded(seed);
          const telemetry = { ...createSilentTelemetry(), isPlaying: true };
          telemetryRef.current = telemetry;
          patchTransport({ status: 'playing' });
          let rifff = musicalRifff(categories, seed % 97);
          const view = { rifff, isLive: true, isEditor: false };
          addCase({ name: `flash-${seed}`, x: 0, y: 0, sizePx: SIZE, view });
          const series = Array.from({ length: 9 }, () => ({
            luminance: [] as number[],
            red: [] as number[],
          }));
          for (let frame = 0; frame < FRAMES; frame++) {
            telemetry.turns = frame / 60 / turnSec;
            telemetry.phase = telemetry.turns % 1;
            const isLoud = random() < 0.5;
            telemetry.spectrum.fill(isLoud ? 255 : 0);
            telemetry.levels.fill(isLoud ? 1 : 0);
            if (hasGestures && frame % 20 === 10) {
              rifff = setSlotOn(rifff, 0, frame % 40 !== 10);
              updatePlace(`flash-${seed}`, { ...view, rifff });
            }
            const { luminance, red } = ninths(picture(0, 0, SIZE, SIZE));
            series.forEach((one, part) => {
              one.luminance.push(luminance[part]!);
              one.red.push(red[part]!);
            });
          }
          clearCases();
          for (const one of series) {
            expect(flashes(one.luminance, GENERAL, 0.8)).toBeLessThanOrEqual(3);
            expect(flashes(one.red, RED)).toBeLessThanOrEqual(3);
          }
        },
      ),
      { numRuns: ROWS[host] ?? 6 },
    );
  },
  240_000,
);
