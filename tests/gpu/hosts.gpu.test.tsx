/** One drawing, three hosts: WebGL, Canvas 2D and the SVG of covers show a rifff alike, in every state. */
import { afterEach, beforeAll, describe, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createSilentTelemetry, telemetryRef } from '../../src/audio/engine/telemetry.ts';
import { patchTransport } from '../../src/audio/state/transport.ts';
import type { CategorySlug } from '../../src/data/contract/categories.ts';
import { rifffBars } from '../../src/data/rules/time/timing.ts';
import { updatePlace } from '../../src/data/stores/places.ts';
import { type GlyphOptions, rifffGlyph } from '../../src/drawing/glyph.ts';
import { rifffModel } from '../../src/drawing/model.ts';
import { type RingCase, SIZES, STATES } from './cases.ts';
import { musicalRifff, referenceDocument } from './musicalPeaks.ts';
import {
  addCase,
  type Bars,
  clearCases,
  expectAlike,
  type HostName,
  mountNamed,
  picture,
  RASTERISERS,
  rasterise,
  unmountHost,
} from './stage.tsx';

const SIZE = 620;
const GLYPH_SIZE = 480;

/** A case as a host draws it, on its whole page. */
async function drawn(host: HostName, cases: readonly RingCase[]): Promise<ImageData> {
  await mountNamed(host);
  for (const one of cases) addCase(one);
  const image = picture(0, 0, SIZE, SIZE);
  clearCases();
  await unmountHost();
  return image;
}

/** A rifff's glyph over the ground. */
const glyphPicture = (options: GlyphOptions, rifff = referenceDocument()) =>
  rasterise(rifffGlyph(rifffModel(rifff, rifffBars(rifff)), GLYPH_SIZE, options), GLYPH_SIZE);

/** Part of a picture. */
function cut(image: ImageData, x: number, y: number, width: number, height: number): ImageData {
  const part = new ImageData(width, height);
  for (let row = 0; row < height; row++) {
    const from = ((y + row) * image.width + x) * 4;
    part.data.set(image.data.subarray(from, from + width * 4), row * width * 4);
  }
  return part;
}

beforeAll(() => page.viewport(SIZE, SIZE));

afterEach(async () => {
  clearCases();
  await unmountHost();
});

/** Thin dashes end in pixels that one of them covers by half. */
const DASHED: Bars = { mean: 0.45, share: 0.0005 };
const HAS_DASHES = ['arriving'];

describe('WebGL and Canvas 2D draw alike', () => {
  test.each(STATES.map((state) => [state.name, state] as const))('%s', async (name, state) => {
    expectAlike(
      name,
      await drawn('webgl', [state]),
      await drawn('canvas', [state]),
      HAS_DASHES.includes(name) ? DASHED : RASTERISERS,
    );
  });

  test('at every small size', async () => {
    expectAlike('sizes', await drawn('webgl', SIZES), await drawn('canvas', SIZES), RASTERISERS);
  });

  test('wherever the notch stands', async () => {
    const state = STATES.find(({ name }) => name === 'eight-rings')!;
    for (const phase of [0, 0.0005, 0.125, 0.25, 0.5, 0.71, 0.9995]) {
      const turned = [{ ...state, view: { ...state.view, phase } }];
      expectAlike(
        `phase ${phase}`,
        await drawn('webgl', turned),
        await drawn('canvas', turned),
        RASTERISERS,
      );
    }
  });
});

const GLYPH: Bars = { mean: 2, share: 0.01 };

/** Half-way through a change of rifff that begins at a phase, as a host draws it. */
async function swapping(host: HostName, phase: number): Promise<ImageData> {
  const categories: CategorySlug[] = ['pads', 'bass', 'vocals', 'drums'];
  const slow = (seed: number) => {
    const rifff = musicalRifff(categories, seed);
    return { ...rifff, _id: `swap-${seed}`, state: { ...rifff.state, bps: 0.25 } };
  };
  const startMs = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(startMs);
  await mountNamed(host);
  telemetryRef.current = { ...createSilentTelemetry(), isPlaying: true, phase };
  patchTransport({ status: 'playing' });
  addCase({ name: 'swap', x: 10, y: 10, sizePx: 500, view: { rifff: slow(1), isLive: true } });
  picture(0, 0, SIZE, SIZE);
  updatePlace('swap', { rifff: slow(2), isLive: true });
  picture(0, 0, SIZE, SIZE);
  clock.mockReturnValue(startMs + 2200);
  const image = picture(0, 0, SIZE, SIZE);
  clock.mockRestore();
  telemetryRef.current = createSilentTelemetry();
  patchTransport({ status: 'stopped' });
  clearCases();
  await unmountHost();
  return image;
}

test.each([0.1, 0.6])('a change of rifff from phase %s is drawn alike', async (phase) => {
  expectAlike('swap', await swapping('webgl', phase), await swapping('canvas', phase), RASTERISERS);
});

describe('the glyph of covers is the same rifff', () => {
  const muted = STATES.find(({ name }) => name === 'muted')!.view.rifff;
  interface GlyphCase {
    view?: object;
    glyph?: GlyphOptions;
    rifff?: typeof muted;
    bars?: Bars;
  }
  const CASES: Readonly<Record<string, GlyphCase>> = {
    idle: {},
    muted: { rifff: muted },
    // Every other pixel lies at the side of a line.
    unsent: {
      view: { isUnsent: true },
      glyph: { isUnsent: true },
      bars: { mean: 3, share: 0.01 },
    },
    arriving: {
      view: { phase: 0, arriving: [6] },
      glyph: { arriving: [6] },
      // Dashes follow the angle in a host, and the length of the line in SVG.
      bars: { mean: 5.5, share: 0.055 },
    },
  };

  test.each(Object.entries(CASES))(
    '%s',
    async (name, { view, glyph = {}, rifff, bars = GLYPH }) => {
      const shown = { rifff: rifff ?? referenceDocument(), isLive: false, marginPx: 0.5, ...view };
      const still = await glyphPicture(glyph, rifff);
      for (const host of ['webgl', 'canvas'] as const) {
        const state = { name, x: 0, y: 0, sizePx: GLYPH_SIZE, view: shown };
        const image = await drawn(host, [state]);
        // A glyph has no notch: what arrives is compared to the right of one at the top, and of the swell behind it.
        const from = name === 'arriving' ? GLYPH_SIZE / 2 + 12 : 0;
        const size = [GLYPH_SIZE - from, GLYPH_SIZE] as const;
        expectAlike(
          `${name}, ${host}`,
          cut(image, from, 0, ...size),
          cut(still, from, 0, ...size),
          bars,
        );
      }
    },
  );
});
