/** One drawing, three hosts: WebGL, Canvas 2D and the SVG of covers show a rifff alike, in every state. */
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createSilentTelemetry, telemetryRef } from '../../src/audio/engine/telemetry.ts';
import { patchTransport } from '../../src/audio/state/transport.ts';
import type { CategorySlug } from '../../src/data/contract/categories.ts';
import type { StageLook } from '../../src/data/contract/stageLooks.ts';
import { setSlotOn } from '../../src/data/rules/draft/draft.ts';
import { rifffBars } from '../../src/data/rules/time/timing.ts';
import { updatePlace } from '../../src/data/stores/places.ts';
import { css } from '../../src/drawing/canvas.ts';
import { fillPaints } from '../../src/drawing/fillPaints.ts';
import { type GlyphOptions, rifffGlyph } from '../../src/drawing/glyph.ts';
import { poseOf } from '../../src/drawing/jam/measureLook.ts';
import { StagePicture } from '../../src/drawing/jam/stagePicture.ts';
import { rifffModel } from '../../src/drawing/model.ts';
import { PaintList } from '../../src/drawing/paintList.ts';
import { paintsSvg } from '../../src/drawing/svgPaints.ts';
import { channels, TOKENS } from '../../src/drawing/tokens.ts';
import { fetchAround } from '../../src/scene/rings/lookedAt.ts';
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

/** Where the music is in the pictures of looks, and where the middle of those is. */
const [NOTCH, MIDDLE] = [0.388, SIZE / 2];
/** One ring is silent: the notch does not cut it, and those inside it are cut again. */
const MUTED = setSlotOn(referenceDocument(), 3, false);

/** A look as a host of the page draws it. */
function lookOn(host: HostName, look: StageLook): Promise<ImageData> {
  const stage = { look, routes: {}, before: [], isClear: false };
  const view = { rifff: MUTED, isLive: false, phase: NOTCH, stage };
  return drawn(host, [{ name: look, x: 24, y: 24, sizePx: SIZE - 48, view }]);
}

/** The same by what needs no page: pictures of the server, and what is counted for flashes. */
async function lookAlone(by: 'svg' | 'pixels', look: StageLook): Promise<ImageData> {
  const pose = poseOf(rifffModel(MUTED, rifffBars(MUTED)), MIDDLE - 48);
  pose.phase = NOTCH;
  const picture = new StagePicture(look);
  const list = new PaintList();
  picture.advance(pose);
  picture.compose(list, pose);
  if (by === 'svg') return rasterise(paintsSvg(list, SIZE, css(picture.ground)), SIZE);
  const inks = new Uint32Array(SIZE * SIZE).fill(picture.ground);
  fillPaints(inks, SIZE, list, MIDDLE, MIDDLE, 1);
  const bytes = new Uint8ClampedArray(4 * inks.length);
  inks.forEach((ink, at) => {
    bytes.set([ink >> 16, (ink >> 8) & 255, ink & 255, 255], 4 * at);
  });
  return new ImageData(bytes, SIZE, SIZE);
}

/** Share of the way along the notch, from the middle to where rings are no more, that has a colour. */
function shareOfNotch({ data }: ImageData, colour: string): number {
  const [red, green, blue] = channels(colour);
  const places = Array.from({ length: 240 }, (_, far) => {
    const x = Math.floor(MIDDLE + Math.sin(NOTCH * 2 * Math.PI) * far);
    const y = Math.floor(MIDDLE - Math.cos(NOTCH * 2 * Math.PI) * far);
    return data.subarray(4 * (y * SIZE + x), 4 * (y * SIZE + x) + 3);
  });
  const off = ([r, g, b]: Uint8ClampedArray) =>
    Math.max(Math.abs(r! - red!), Math.abs(g! - green!), Math.abs(b! - blue!));
  return places.filter((place) => off(place) < 8).length / places.length;
}

/** Part of a picture. */
function cut(image: ImageData, x: number, y: number, width: number, height: number): ImageData {
  const part = new ImageData(width, height);
  for (let row = 0; row < height; row++) {
    const from = ((y + row) * image.width + x) * 4;
    part.data.set(image.data.subarray(from, from + width * 4), row * width * 4);
  }
  return part;
}

beforeAll(async () => {
  await page.viewport(SIZE, SIZE);
  await fetchAround();
});

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

describe('the notch of a look on paper shows paper', () => {
  // But for the lines of the ring that is silent, and of the hole.
  test.each(['paper', 'woodcut'] as const)('%s', async (look) => {
    for (const host of ['webgl', 'canvas'] as const) {
      expect.soft(shareOfNotch(await lookOn(host, look), TOKENS.paper), host).toBeGreaterThan(0.9);
    }
    for (const by of ['svg', 'pixels'] as const) {
      expect.soft(shareOfNotch(await lookAlone(by, look), TOKENS.paper), by).toBeGreaterThan(0.9);
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
