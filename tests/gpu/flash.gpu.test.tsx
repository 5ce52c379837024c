/** No sound makes the rings flash: frames are drawn at 60 a second with a telemetry that does its worst. */
import fc from 'fast-check';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createSilentTelemetry, telemetryRef } from '../../src/audio/engine/telemetry.ts';
import { patchTransport } from '../../src/audio/state/transport.ts';
import { CATEGORY_SLUGS } from '../../src/data/contract/categories.ts';
import { setSlotOn } from '../../src/data/rules/draft/draft.ts';
import { updatePlace } from '../../src/data/stores/places.ts';
import { FlashSeries } from '../../src/drawing/flashes.ts';
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
          const made = musicalRifff(categories, seed % 97);
          // Eight bars of sixteen sixteenths in one turn.
          let rifff = { ...made, state: { ...made.state, bps: 32 / turnSec } };
          const view = { rifff, isLive: true, isEditor: false };
          addCase({ name: `flash-${seed}`, x: 0, y: 0, sizePx: SIZE, view });
          const series = new FlashSeries();
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
            series.addImage(picture(0, 0, SIZE, SIZE));
          }
          clearCases();
          expect(series.most).toBeLessThanOrEqual(3);
        },
      ),
      { numRuns: ROWS[host] ?? 6, examples: [[1, ['vocals'], 0.2004, false]] },
    );
  },
  240_000,
);
