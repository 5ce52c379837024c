/** Lanes where the browser has no WebGL: the same shapes, by 2D canvas. */
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createSilentTelemetry, telemetryRef } from '../../src/audio/engine/telemetry.ts';
import { CATEGORIES } from '../../src/data/contract/categories.ts';
import { type LaneShape, moveLanes, registerLane } from '../../src/data/stores/lanes.ts';
import { channels, TOKENS } from '../../src/drawing/tokens.ts';
import PixiHost from '../../src/scene/pixi/PixiHost.tsx';
import { referenceDocument } from './musicalPeaks.ts';
import { frames, watchConsole } from './stage.tsx';

const WIDTH = 112;
const HEIGHT = 40;
/** A quiet half, then a loud one. */
const PEAKS = Uint8Array.from({ length: 1024 }, (_, n) => (n < 512 ? 20 : 250));

let root: Root;
let errors: () => string[];
let asked = 0;
const getContext = HTMLCanvasElement.prototype.getContext;

beforeAll(async () => {
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
    if (/^webgl|^webgpu/.test(String(args[0]))) {
      asked += 1;
      return null;
    }
    return (getContext as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof getContext;
  await page.viewport(620, 620);
  errors = watchConsole();
  const host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
  root.render(<PixiHost />);
});

afterAll(async () => {
  root.unmount();
  await frames(2);
  HTMLCanvasElement.prototype.getContext = getContext;
  telemetryRef.current = createSilentTelemetry();
});

/** An element of its own that shows a shape. */
function show(shape: LaneShape): HTMLElement {
  const element = document.createElement('div');
  element.style.cssText = `position:absolute;left:20px;top:${20 + 60 * document.querySelectorAll('.shown').length}px;width:${WIDTH}px;height:${HEIGHT}px`;
  element.className = 'shown';
  document.body.append(element);
  registerLane({ id: `lane ${element.style.top}`, element, ...shape });
  return element;
}

/** Colour at a place of an element's picture; transparent where nothing is drawn yet. */
function colourAt(element: HTMLElement, x: number, y: number): number[] {
  const canvas = element.querySelector('canvas');
  if (!canvas || canvas.width < WIDTH) return [0, 0, 0, 0];
  const scale = canvas.width / WIDTH;
  const flat = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
  flat.drawImage(canvas, 0, 0);
  return [...flat.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data];
}

const isNear = (pixel: number[], hex: string) =>
  channels(hex).every((value, at) => Math.abs(value - pixel[at]!) < 8) && pixel[3]! > 240;

test('a take has its waveform: what is kept in ink, the rest dull, loud parts tall', async () => {
  const take = show({
    ...{ kind: 'take', takeId: 'a take', category: 'vocals', peaks: PEAKS },
    ...{ bars: 4, firstBar: 1, keptBars: 3, isHeard: false },
  });
  const foot = HEIGHT - 2;
  await expect
    .poll(() => isNear(colourAt(take, 0.4 * WIDTH, foot), CATEGORIES.vocals.ink), {
      timeout: 10_000,
    })
    .toBe(true);
  expect(asked).toBeGreaterThan(0);
  expect(isNear(colourAt(take, 0.1 * WIDTH, foot), TOKENS.line)).toBe(true);
  // Near the top there is ink in the loud half alone.
  const inked = (from: number, to: number) =>
    Array.from({ length: 20 }, (_, n) => from + ((to - from) * n) / 20).filter((share) =>
      isNear(colourAt(take, share * WIDTH, 0.3 * HEIGHT), CATEGORIES.vocals.ink),
    ).length;
  expect(inked(0.27, 0.48)).toBe(0);
  expect(inked(0.52, 0.98)).toBeGreaterThan(5);
  expect(errors()).toEqual([]);
});

test('a ring laid flat has its ink and its notch, and a level its bar', async () => {
  const rifff = referenceDocument();
  const lane = show({ kind: 'lane', row: 6, rifff });
  const second = show({ kind: 'lane', row: 4, rifff });
  const meter = show({ kind: 'meter', row: 6, rifff });
  await expect
    .poll(() => isNear(colourAt(lane, 0.5 * WIDTH, HEIGHT - 2), CATEGORIES.drums.ink))
    .toBe(true);
  telemetryRef.current = createSilentTelemetry();
  telemetryRef.current.isPlaying = true;
  telemetryRef.current.phase = 0.5;
  telemetryRef.current.levels[6] = 0.5;
  await expect
    .poll(() => {
      moveLanes();
      return colourAt(lane, 0.5 * WIDTH, HEIGHT - 2)[3];
    })
    .toBe(0);
  // The renderer erases once and paints after that: nobody sees which.
  const [red, , , alpha] = colourAt(second, 0.5 * WIDTH, HEIGHT - 2);
  expect(alpha === 0 || red! < 40).toBe(true);
  expect(isNear(colourAt(meter, 0.4 * WIDTH, HEIGHT / 2), CATEGORIES.drums.ink)).toBe(true);
  expect(isNear(colourAt(meter, 0.95 * WIDTH, HEIGHT / 2), TOKENS.line)).toBe(true);
  expect(errors()).toEqual([]);
});
