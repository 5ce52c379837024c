/** The crowd of the arcade in both hosts: one picture, few draw calls, bounded pictures, and a context that comes back. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LIBRARY_CATEGORIES } from '../../src/data/contract/categories.ts';
import { fieldMusic } from '../../src/data/rules/arcade/fieldMusic.ts';
import { showCrowd } from '../../src/data/stores/arcade.ts';
import { ArcadeFlight } from '../../src/hud/arcade/arcadeFlight.ts';
import { openCanvasCrowd } from '../../src/scene/arcade/canvasCrowd.ts';
import { levelOf } from '../../src/scene/arcade/crowdDrawing.ts';
import { musicalRifff } from './musicalPeaks.ts';
import {
  differingShare,
  drawFrame,
  frames,
  gpu,
  meanDifference,
  mountHost,
  picture,
  sceneCanvas,
  unmountHost,
  watchConsole,
} from './stage.tsx';

// Small: without a graphics chip every frame costs the processor by its pixels.
const WIDTH = 600;
const HEIGHT = 420;
const rifffs = Array.from({ length: 100 }, (_, at) => ({
  ...musicalRifff(LIBRARY_CATEGORIES, (at % 24) + 1),
  _id: `rifff-${at}`,
}));

const ends: (() => void)[] = [];
/** The flight that `show` made last. */
let latest: ArcadeFlight | null = null;

/** A flight that is on show, at rest, with nobody in the clearing's place. */
function show(count = 100): ArcadeFlight {
  const flight = new ArcadeFlight(WIDTH, HEIGHT);
  flight.begin();
  const some = rifffs.slice(0, count);
  flight.take(some, fieldMusic(some));
  const takeAway = showCrowd(flight);
  ends.push(() => {
    flight.end();
    takeAway();
  });
  latest = flight;
  return flight;
}

const whole = () => picture(0, 0, WIDTH, HEIGHT);
const pause = () => new Promise((done) => setTimeout(done, 4));

/** Draws until the clearing is open, every picture is there, and frames change nothing. @returns how it looks */
async function settle(): Promise<ImageData> {
  let before = whole();
  for (let at = 0; at < 40; at++) {
    for (let frame = 0; frame < 6; frame++) {
      drawFrame();
      await pause();
    }
    const now = whole();
    if (latest?.near.open === 1 && meanDifference(before, now) === 0) return now;
    before = now;
  }
  throw new Error('It never came to rest');
}

beforeAll(() => page.viewport(WIDTH, HEIGHT));

afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await unmountHost();
});

describe('the crowd', () => {
  test('is one draw call beside the rings, in flight too, and the same in both hosts', async () => {
    const errors = watchConsole();
    await mountHost();
    const flight = show();
    await expect.poll(() => sceneCanvas() !== null).toBe(true);
    await frames(4);
    const byChip = await settle();
    flight.input.thrustX = 1;
    flight.input.thrustDepth = 0.5;
    let most = 0;
    for (let at = 0; at < 15; at++) {
      most = Math.max(most, drawFrame());
      await pause();
    }
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2);
    expect(differingShare(byChip, whole(), 40)).toBeGreaterThan(0.05);
    for (const end of ends.splice(0)) end();
    await frames(3);
    drawFrame();
    expect(gpu.draws).toBe(0);
    await unmountHost();

    show();
    const host = document.createElement('div');
    host.dataset.rings = 'canvas';
    host.style.cssText = 'position:fixed;inset:0';
    document.body.append(host);
    const crowd = openCanvasCrowd(host);
    crowd.resized(WIDTH, HEIGHT, 1);
    while (crowd.update(performance.now(), false)) await pause();
    const byProcessor = whole();
    crowd.remove();
    host.remove();
    const mean = meanDifference(byChip, byProcessor);
    console.info(`both hosts: mean ${mean.toFixed(2)} of 255`);
    // Copies of pictures are smoothed where they are made smaller; shapes and inks are the same.
    expect(mean).toBeLessThan(4);
    expect(errors()).toEqual([]);
  });

  test('rests when nothing moves, and goes on when it is woken', async () => {
    const flight = show();
    const host = document.createElement('div');
    document.body.append(host);
    const crowd = openCanvasCrowd(host);
    crowd.resized(WIDTH, HEIGHT, 1);
    let isAwake = true;
    for (let at = 0; at < 400 && isAwake; at++) {
      isAwake = crowd.update(performance.now(), false);
      await pause();
    }
    expect(isAwake).toBe(false);
    flight.step('right');
    expect(crowd.update(performance.now(), false)).toBe(true);
    crowd.remove();
    host.remove();
  });

  test('comes back after the context was lost', async () => {
    await mountHost();
    show(30);
    await frames(4);
    const before = await settle();
    const canvas = sceneCanvas();
    const loss = canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
    const lost = new Promise((done) => canvas.addEventListener('webglcontextlost', done));
    loss.loseContext();
    await lost;
    const restored = new Promise((done) => canvas.addEventListener('webglcontextrestored', done));
    await new Promise((done) => setTimeout(done, 50));
    loss.restoreContext();
    await restored;
    await frames(3);
    expect(meanDifference(before, whole())).toBeLessThan(0.01);
  });

  test('draws what is far with less', () => {
    expect(levelOf(5)).toBe(0);
    expect(levelOf(1000)).toBe(7);
    for (let radius = 5; radius < 300; radius++) {
      expect(levelOf(radius + 1)).toBeGreaterThanOrEqual(levelOf(radius));
    }
  });
});
