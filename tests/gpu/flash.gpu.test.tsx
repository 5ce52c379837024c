/** No sound makes the rings flash: frames are drawn at 60 a second with a telemetry that does its worst. */
import fc from 'fast-check';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createSilentTelemetry, telemetryRef } from '../../src/audio/engine/telemetry.ts';
import { patchTransport } from '../../src/audio/state/transport.ts';
import { CATEGORY_SLUGS } from '../../src/data/contract/categories.ts';
import { setSlotOn } from '../../src/data/rules/draft/draft.ts';
import { updatePlace } from '../../src/data/stores/places.ts';
import { flashes, GENERAL, mostFlashes, NinthSeries } from './flashes.ts';
import { musicalRifff, seeded } from './musicalPeaks.ts';
import { addCase, clearCases, HOSTS, mountNamed, picture, unmountHost } from './stage.tsx';

const SIZE = 150;
const FRAMES = 60;
/** Rows of frames. What either host draws is compared elsewhere; an emulated GPU takes five times as long for it. */
const ROWS: Readonly<Record<string, number>> =
  import.meta.env.RONDO_LONG === '1' ? {} : { webgl: 3 };

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
          const series = new NinthSeries();
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
            series.add(picture(0, 0, SIZE, SIZE));
          }
          clearCases();
          expect(mostFlashes(series)).toBeLessThanOrEqual(3);
        },
      ),
      { numRuns: ROWS[host] ?? 6 },
    );
  },
  240_000,
);
