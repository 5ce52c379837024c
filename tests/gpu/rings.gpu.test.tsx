import { StrictMode } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createSilentTelemetry, telemetryRef } from '../../src/audio/engine/telemetry.ts';
import { patchTransport } from '../../src/audio/state/transport.ts';
import { CATEGORIES, LIBRARY_CATEGORIES } from '../../src/data/contract/categories.ts';
import { setSlotOn } from '../../src/data/rules/draft/draft.ts';
import { rifffBars } from '../../src/data/rules/time/timing.ts';
import { updatePlace } from '../../src/data/stores/places.ts';
import { rifffGlyph } from '../../src/drawing/glyph.ts';
import { rifffModel } from '../../src/drawing/model.ts';
import { channels } from '../../src/drawing/tokens.ts';
import { STATES } from './cases.ts';
import { musicalRifff, referenceDocument } from './musicalPeaks.ts';
import {
  addCase,
  clearCases,
  differingShare,
  drawFrame,
  frames,
  gpu,
  hostStates,
  liveContexts,
  meanDifference,
  mountHost,
  picture,
  rasterise,
  referenceCase,
  sceneCanvas,
  unmountHost,
  watchConsole,
} from './stage.tsx';

function crowd(count: number): void {
  for (let index = 0; index < count; index++) {
    addCase({
      name: `crowd-${index}`,
      x: (index % 12) * 50,
      y: Math.floor(index / 12) * 50,
      sizePx: 48,
      view: { rifff: musicalRifff(LIBRARY_CATEGORIES, index + 1), isLive: false },
    });
  }
}

let errors: () => string[];

beforeAll(() => page.viewport(620, 620));

beforeEach(async () => {
  errors = watchConsole();
  await mountHost();
});

afterEach(async () => {
  telemetryRef.current = createSilentTelemetry();
  patchTransport({ status: 'stopped' });
  clearCases();
  await unmountHost();
  expect(errors()).toEqual([]);
  expect(liveContexts()).toBeLessThanOrEqual(2);
});

describe('budgets', () => {
  test('the editor, eight rifffs and a hundred of eight rings are one draw each', () => {
    addCase(referenceCase('editor', 572, { isEditor: true, phase: 0.3, selected: 4, focused: 1 }));
    expect(drawFrame()).toBe(1);
    clearCases();
    crowd(8);
    expect(drawFrame()).toBe(1);
    clearCases();
    crowd(100);
    expect(drawFrame()).toBe(1);
  });

  test('nothing is drawn while nothing moves, and everything while it plays', async () => {
    addCase(referenceCase('still', 300, { isLive: true }));
    await frames(6);
    gpu.draws = 0;
    await frames(20);
    expect(gpu.draws).toBe(0);
    telemetryRef.current = { ...createSilentTelemetry(), isPlaying: true };
    patchTransport({ status: 'playing' });
    await frames(3);
    gpu.draws = 0;
    await expect.poll(() => gpu.draws).toBeGreaterThan(3);
  });

  test('a place that has been scrolled away costs nothing', () => {
    addCase({ ...referenceCase('far', 300, { phase: 0.5 }), y: 4000 });
    expect(drawFrame()).toBe(0);
  });
});

describe('the context', () => {
  test('StrictMode and mounting again and again keep one context', async () => {
    addCase(referenceCase('strict', 300, { phase: 0.2 }));
    const before = picture(0, 0, 320, 320);
    for (let round = 0; round < 4; round++) {
      await unmountHost();
      await mountHost((node) => <StrictMode>{node}</StrictMode>);
    }
    expect(gpu.contexts.size).toBe(1);
    expect(liveContexts()).toBe(1);
    expect(meanDifference(before, picture(0, 0, 320, 320))).toBe(0);
  });

  test('comes back by itself after a loss, and says so meanwhile', async () => {
    addCase(referenceCase('lost', 300, { phase: 0.2, selected: 2 }));
    const before = picture(0, 0, 320, 320);
    const canvas = sceneCanvas();
    const gl = canvas.getContext('webgl2')!;
    const loss = gl.getExtension('WEBGL_lose_context')!;
    const lost = new Promise((done) => canvas.addEventListener('webglcontextlost', done));
    loss.loseContext();
    await lost;
    expect(hostStates.at(-1)).toBe('lost');
    const restored = new Promise((done) => canvas.addEventListener('webglcontextrestored', done));
    await new Promise((done) => setTimeout(done, 50));
    loss.restoreContext();
    await restored;
    expect(hostStates.at(-1)).toBe('live');
    await expect.poll(() => meanDifference(before, picture(0, 0, 320, 320))).toBe(0);
  });
});

describe('the picture', () => {
  test('is the same for the same rifff and beat, whatever was drawn between', () => {
    addCase(referenceCase('same', 400, { phase: 0.388, isEditor: true }));
    const first = picture(0, 0, 420, 420);
    clearCases();
    crowd(20);
    drawFrame();
    clearCases();
    addCase(referenceCase('same', 400, { phase: 0.388, isEditor: true }));
    expect(meanDifference(first, picture(0, 0, 420, 420))).toBe(0);
    updatePlace('same', { ...referenceCase('same', 400).view, phase: 0.5, isEditor: true });
    expect(differingShare(first, picture(0, 0, 420, 420), 20)).toBeGreaterThan(0.005);
  });

  test('is the glyph’s picture, at every size', async () => {
    const rifff = referenceDocument();
    const seen: string[] = [];
    for (const sizePx of [480, 176, 96, 64, 48, 32]) {
      const model = rifffModel(rifff, rifffBars(rifff));
      addCase({ ...referenceCase(`glyph-${sizePx}`, sizePx, { rifff, marginPx: 0.5 }) });
      const drawn = picture(10, 10, sizePx, sizePx);
      clearCases();
      const glyph = await rasterise(rifffGlyph(model, sizePx), sizePx);
      const mean = meanDifference(drawn, glyph);
      const share = differingShare(drawn, glyph, 64);
      seen.push(`${sizePx} px: mean ${mean.toFixed(2)}, off by a quarter ${share.toFixed(4)}`);
      expect.soft(mean, seen.at(-1)).toBeLessThan(sizePx < 200 ? 5 : 2);
      expect.soft(share, seen.at(-1)).toBeLessThan(sizePx < 200 ? 0.03 : 0.01);
    }
    console.info(seen.join('\n'));
  });

  test('a muted ring loses its fill, a ring out of the solo its strength', () => {
    const ink = channels(CATEGORIES.chords.ink);
    const near = (data: ImageData) => {
      let count = 0;
      for (let p = 0; p < data.data.length; p += 4) {
        if (ink.every((value, c) => Math.abs(value - data.data[p + c]!) < 12)) count += 1;
      }
      return count;
    };
    addCase(referenceCase('full', 400));
    const full = near(picture(0, 0, 420, 420));
    clearCases();
    addCase(referenceCase('muted', 400, { rifff: setSlotOn(referenceDocument(), 3, false) }));
    expect(near(picture(0, 0, 420, 420))).toBeLessThan(full * 0.25);
    clearCases();
    addCase(referenceCase('solo', 400, { solo: 4 }));
    expect(near(picture(0, 0, 420, 420))).toBe(0);
    expect(full).toBeGreaterThan(2000);
  });

  test('unsent and arriving are the glyph’s picture too', async () => {
    const rifff = referenceDocument();
    const model = rifffModel(rifff, rifffBars(rifff));
    const sizePx = 480;
    const whole = await rasterise(rifffGlyph(model, sizePx), sizePx);
    addCase(referenceCase('unsent', sizePx, { rifff, marginPx: 0.5, isUnsent: true }));
    const unsent = picture(10, 10, sizePx, sizePx);
    clearCases();
    const hatched = await rasterise(rifffGlyph(model, sizePx, { isUnsent: true }), sizePx);
    expect(meanDifference(unsent, hatched)).toBeLessThan(3);
    expect(meanDifference(unsent, whole)).toBeGreaterThan(15);
    addCase(referenceCase('arriving', sizePx, { rifff, marginPx: 0.5, phase: 0, arriving: [6] }));
    const arriving = picture(10, 10, sizePx, sizePx);
    const dashed = await rasterise(rifffGlyph(model, sizePx, { arriving: [6] }), sizePx);
    // The picture at a phase has its notch and the swell behind it; the glyph has neither.
    expect(meanDifference(arriving, dashed)).toBeLessThan(meanDifference(arriving, whole) / 2);
  });

  test('a place that moves takes its picture along, whatever else is drawn', () => {
    addCase({ ...referenceCase('mover', 300, { phase: 0.2 }), x: 250, y: 250 });
    const there = picture(0, 0, 600, 600);
    clearCases();
    const { element } = addCase(referenceCase('mover', 300, { phase: 0.2 }));
    crowd(5);
    drawFrame();
    element.style.left = '250px';
    element.style.top = '250px';
    dispatchEvent(new Event('scroll'));
    const moved = picture(300, 60, 300, 540);
    clearCases();
    addCase({ ...referenceCase('mover', 300, { phase: 0.2 }), x: 250, y: 250 });
    expect(meanDifference(moved, picture(300, 60, 300, 540))).toBe(0);
    expect(meanDifference(there, picture(0, 0, 600, 600))).toBe(0);
  });

  test('outside its outline the canvas stays transparent', () => {
    addCase(referenceCase('clear', 300, { phase: 0.1 }));
    drawFrame();
    const gl = sceneCanvas().getContext('webgl2')!;
    const pixel = new Uint8Array(4);
    gl.readPixels(2, gl.drawingBufferHeight - 3, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    expect([...pixel]).toEqual([0, 0, 0, 0]);
    gl.readPixels(160, gl.drawingBufferHeight - 160, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    expect(pixel[3]).toBe(255);
  });

  test.runIf(import.meta.env.VITE_RONDO_PICTURES)('of every state, to look at', async () => {
    for (const state of STATES) {
      addCase(state);
      await frames(4);
      await page.screenshot({ path: `../../test-results/rings/${state.name}.png` });
      clearCases();
    }
  });
});
