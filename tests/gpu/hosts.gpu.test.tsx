/** Three hosts of one drawing: the R3F scene, the bare WebGL embed and the SVG of covers show a rifff alike. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createSilentTelemetry, telemetryRef } from '../../src/audio/telemetry.ts';
import type { Rifff } from '../../src/data/contract/rifff.ts';
import { setSlotOn } from '../../src/data/rules/draft.ts';
import { rifffBars } from '../../src/data/rules/timing.ts';
import { rifffGlyph } from '../../src/drawing/glyph.ts';
import { rifffModel } from '../../src/drawing/model.ts';
import { Picture, type Shown } from '../../src/embed/picture.ts';
import { musicalRifff, referenceDocument } from './musicalPeaks.ts';
import {
  addCase,
  clearCases,
  differingShare,
  meanDifference,
  mountHost,
  picture,
  unmountHost,
} from './stage.tsx';

const PHASE = 0.388;
const SIZE = 480;

/** The room that an embed leaves round the rifff. */
const roomOf = (sizePx: number) => Math.min(12, 0.02 * sizePx + 1);

const RIFFFS: Readonly<Record<string, Rifff>> = {
  reference: referenceDocument(),
  muted: setSlotOn(setSlotOn(referenceDocument(), 3, false), 6, false),
  eight: musicalRifff(['pads', 'bass', 'leads', 'chords', 'vocals', 'perc', 'drums', 'fx'], 3),
  one: musicalRifff(['bass']),
};

const boxes: { box: HTMLElement; shown: Picture }[] = [];

function makePicture(rifff: Rifff, sizePx: number, more: Partial<Shown> = {}): Picture {
  const box = document.createElement('div');
  box.style.cssText = `position:absolute;left:0;top:0;width:${sizePx}px;height:${sizePx}px`;
  document.body.append(box);
  const base = { rifff, solo: -1, focused: -1, failed: [], hasPlayed: true };
  const shown = new Picture(box, { ...base, ...more }, () => {});
  shown.resize(sizePx);
  boxes.push({ box, shown });
  return shown;
}

/** Draws what is in a box over the ground. */
function readCanvas(canvas: CanvasImageSource, sizePx: number): ImageData {
  const copy = document.createElement('canvas');
  copy.width = sizePx;
  copy.height = sizePx;
  const context = copy.getContext('2d', { willReadFrequently: true })!;
  context.fillStyle = '#15120e';
  context.fillRect(0, 0, sizePx, sizePx);
  context.drawImage(canvas, 0, 0, sizePx, sizePx);
  return context.getImageData(0, 0, sizePx, sizePx);
}

/** One frame of the embed's WebGL picture at a phase; read before the browser clears it. */
function embedPicture(rifff: Rifff, sizePx: number, more: Partial<Shown> = {}): ImageData {
  const shown = makePicture(rifff, sizePx, more);
  shown.wake();
  expect(shown.isLive).toBe(true);
  shown.show({});
  // Long after every change: rings stand where they belong.
  const later = performance.now() + 5000;
  shown.frame({ ...createSilentTelemetry(), isPlaying: true, phase: PHASE }, later, false);
  return readCanvas(boxes.at(-1)!.box.querySelector('canvas')!, sizePx);
}

function scenePicture(rifff: Rifff, sizePx: number, more: object = {}): ImageData {
  const view = { rifff, isLive: false, phase: PHASE, marginPx: roomOf(sizePx), ...more };
  addCase({ name: 'scene', x: 0, y: 0, sizePx, view });
  const drawn = picture(0, 0, sizePx, sizePx);
  clearCases();
  return drawn;
}

async function glyphPicture(rifff: Rifff, sizePx: number): Promise<ImageData> {
  const image = new Image();
  const glyph = rifffGlyph(rifffModel(rifff, rifffBars(rifff)), sizePx);
  image.src = `data:image/svg+xml,${encodeURIComponent(glyph)}`;
  await image.decode();
  return readCanvas(image, sizePx);
}

beforeEach(async () => {
  await page.viewport(620, 620);
  await mountHost();
});

afterEach(async () => {
  telemetryRef.current = createSilentTelemetry();
  clearCases();
  for (const { box, shown } of boxes.splice(0)) {
    shown.sleep();
    box.remove();
  }
  await unmountHost();
});

describe('one rifff in three hosts', () => {
  test.each(Object.entries(RIFFFS))('the embed draws %s as the scene does', (name, rifff) => {
    for (const sizePx of [SIZE, 200]) {
      const scene = scenePicture(rifff, sizePx);
      const embed = embedPicture(rifff, sizePx);
      for (const { box, shown } of boxes.splice(0)) {
        shown.sleep();
        box.remove();
      }
      const mean = meanDifference(scene, embed);
      const share = differingShare(scene, embed, 64);
      const seen = `${name} ${sizePx} px: mean ${mean.toFixed(3)}, off by a quarter ${share.toFixed(4)}`;
      console.info(seen);
      expect.soft(mean, seen).toBeLessThan(0.2);
      expect.soft(share, seen).toBeLessThan(0.001);
    }
  });

  test('solo and focus look the same', () => {
    const rifff = referenceDocument();
    const scene = scenePicture(rifff, SIZE, { solo: 4, focused: 1 });
    const embed = embedPicture(rifff, SIZE, { solo: 4, focused: 1 });
    expect(meanDifference(scene, embed)).toBeLessThan(0.2);
    expect(differingShare(scene, embedPicture(rifff, SIZE), 64)).toBeGreaterThan(0.05);
  });

  test('the glyph of covers is the same rifff without a beat', async () => {
    const rifff = referenceDocument();
    const glyph = await glyphPicture(rifff, SIZE);
    const view = { rifff, isLive: false, marginPx: 0.5 };
    addCase({ name: 'scene', x: 0, y: 0, sizePx: SIZE, view });
    const scene = picture(0, 0, SIZE, SIZE);
    expect(meanDifference(scene, glyph)).toBeLessThan(2);
    expect(differingShare(scene, glyph, 64)).toBeLessThan(0.01);
  });

  test('without a GPU the embed shows the glyph, and its notch turns', () => {
    const shown = makePicture(referenceDocument(), SIZE);
    const { box } = boxes.at(-1)!;
    const still = () => box.querySelector<HTMLElement>('.notch')!;
    const at = (phase: number) => {
      shown.frame({ ...createSilentTelemetry(), isPlaying: true, phase }, performance.now(), false);
      return still().style.transform;
    };
    expect(shown.isLive).toBe(false);
    expect(box.querySelectorAll('svg path').length).toBeGreaterThan(8);
    expect([at(0.25), at(0.5)]).toEqual(['rotate(0.25turn)', 'rotate(0.5turn)']);
    shown.wake();
    expect(box.querySelector('svg')).toBeNull();
    shown.sleep();
    expect(box.querySelector('svg')).not.toBeNull();
    expect(box.querySelector('canvas')).toBeNull();
  });

  test('a context that the browser takes away leaves a picture', async () => {
    const shown = makePicture(referenceDocument(), 200);
    shown.wake();
    const { box } = boxes.at(-1)!;
    const canvas = box.querySelector('canvas')!;
    const lost = new Promise((done) => canvas.addEventListener('webglcontextlost', done));
    canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!.loseContext();
    await lost;
    expect(shown.isLive).toBe(false);
    expect(box.querySelector('svg')).not.toBeNull();
  });
});
