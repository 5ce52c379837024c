/** The crowd of the arcade in both hosts: one picture, few draw calls, bounded pictures, and a context that comes back. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createSilentTelemetry, telemetryRef } from '../../src/audio/engine/telemetry.ts';
import { LIBRARY_CATEGORIES } from '../../src/data/contract/categories.ts';
import { type FieldMusic, fieldMusic } from '../../src/data/rules/arcade/fieldMusic.ts';
import { UNLOCKS } from '../../src/data/rules/arcade/unlocks.ts';
import { showCrowd } from '../../src/data/stores/arcade.ts';
import { ArcadeFlight } from '../../src/hud/arcade/arcadeFlight.ts';
import { openCanvasCrowd } from '../../src/scene/arcade/canvasCrowd.ts';
import { levelOf } from '../../src/scene/arcade/crowdDrawing.ts';
import { mostFlashes, NinthSeries } from './flashes.ts';
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

const WIDTH = 900;
const HEIGHT = 620;
const rifffs = Array.from({ length: 100 }, (_, at) => ({
  ...musicalRifff(LIBRARY_CATEGORIES, (at % 24) + 1),
  _id: `rifff-${at}`,
}));

const ends: (() => void)[] = [];

/** A flight that is on show, at rest, with nobody in the clearing's place. */
function show(count = 100, music?: FieldMusic): ArcadeFlight {
  const flight = new ArcadeFlight(WIDTH, HEIGHT);
  flight.begin();
  const some = rifffs.slice(0, count);
  flight.take(some, music ?? fieldMusic(some));
  const takeAway = showCrowd(flight);
  ends.push(() => {
    flight.end();
    takeAway();
  });
  return flight;
}

/** Draws until every picture is there and the clearing is open. */
async function settle(): Promise<void> {
  for (let at = 0; at < 90; at++) {
    drawFrame();
    await new Promise((done) => setTimeout(done, 4));
  }
}

/** Opens the crowd on a canvas, and draws until nothing is missing. */
async function openOnCanvas() {
  const host = document.createElement('div');
  host.dataset.rings = 'canvas';
  host.style.cssText = 'position:fixed;inset:0';
  document.body.append(host);
  const crowd = openCanvasCrowd(host);
  ends.push(() => {
    crowd.remove();
    host.remove();
  });
  crowd.resized(WIDTH, HEIGHT, 1);
  for (let at = 0; at < 400 && crowd.update(performance.now(), false); at++) {
    await new Promise((done) => setTimeout(done, 4));
  }
  return crowd;
}

const whole = () => picture(0, 0, WIDTH, HEIGHT);

beforeAll(() => page.viewport(WIDTH, HEIGHT));

afterEach(async () => {
  telemetryRef.current = createSilentTelemetry();
  for (const end of ends.splice(0)) end();
  await unmountHost();
});

describe('the crowd', () => {
  test('is one draw call beside the rings, in flight too, and the same in both hosts', async () => {
    const errors = watchConsole();
    await mountHost();
    const flight = show();
    await expect.poll(() => sceneCanvas() !== null).toBe(true);
    await frames(10);
    await settle();
    const byChip = whole();
    flight.input.thrustX = 1;
    flight.input.thrustDepth = 0.5;
    let most = 0;
    for (let at = 0; at < 60; at++) {
      most = Math.max(most, drawFrame());
      await new Promise((done) => setTimeout(done, 4));
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
    for (let at = 0; at < 240; at++) {
      crowd.update(performance.now(), false);
      await new Promise((done) => setTimeout(done, 4));
    }
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
      await new Promise((done) => setTimeout(done, 4));
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
    await frames(10);
    await settle();
    const before = whole();
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

  test('shows what is unlocked in no more draw calls, and alike in both hosts', async () => {
    await mountHost();
    const plain = show();
    await frames(10);
    await settle();
    const before = whole();
    // Music that stands on a beat: both hosts draw the same one.
    const beat = { isPlaying: true, turns: 1, phase: 0.29, bars: 4 };
    telemetryRef.current = Object.assign(createSilentTelemetry(), beat);
    for (const { id } of UNLOCKS) plain.unlock(id);
    let most = 0;
    for (let at = 0; at < 50; at++) {
      most = Math.max(most, drawFrame());
      await new Promise((done) => setTimeout(done, 16));
    }
    expect(most).toBeLessThanOrEqual(2);
    const byChip = whole();
    expect(differingShare(before, byChip, 40)).toBeGreaterThan(0.05);
    plain.clearUnlocks();
    telemetryRef.current = createSilentTelemetry();
    await frames(3);
    expect(meanDifference(before, whole())).toBeLessThan(0.01);
    for (const end of ends.splice(0)) end();
    await unmountHost();

    const flight = show();
    const crowd = await openOnCanvas();
    telemetryRef.current = Object.assign(createSilentTelemetry(), beat);
    for (const { id } of UNLOCKS) flight.unlock(id);
    const from = performance.now();
    for (let at = 0; at < 50; at++) crowd.update(from + 16 * at, false);
    const mean = meanDifference(byChip, whole());
    console.info(`unlocked, both hosts: mean ${mean.toFixed(2)} of 255`);
    expect(mean).toBeLessThan(5);
  });

  test('does not flash, whatever is unlocked, at the fastest pulse there is', async () => {
    const flight = show(100, { bps: 2.49, barLength: 16, root: 0, scale: 0 });
    const crowd = await openOnCanvas();
    const from = performance.now() + 1000;
    for (const ids of [['rainbow'], ['dead-centre'], UNLOCKS.map(({ id }) => id)]) {
      for (const id of ids) flight.unlock(id);
      for (let at = 0; at < 20; at++) crowd.update(from + 50 * at, false);
      const series = new NinthSeries();
      for (let frame = 0; frame < 60; frame++) {
        crowd.update(from + 1000 + (frame * 1000) / 60, false);
        series.add(whole());
      }
      expect(mostFlashes(series)).toBeLessThanOrEqual(3);
      flight.clearUnlocks();
    }
  });

  test('stands still where less motion is asked for, and shows what is unlocked', async () => {
    const flight = show(30);
    const crowd = await openOnCanvas();
    const before = whole();
    flight.unlock('brief');
    let isAwake = true;
    for (let at = 0; at < 100 && isAwake; at++) isAwake = crowd.update(performance.now(), true);
    expect(isAwake).toBe(false);
    expect(differingShare(before, whole(), 40)).toBeGreaterThan(0.01);
    expect(crowd.update(performance.now() + 250, false)).toBe(true);
  });

  test('draws what is far with less', () => {
    expect(levelOf(5)).toBe(0);
    expect(levelOf(1000)).toBe(7);
    for (let radius = 5; radius < 300; radius++) {
      expect(levelOf(radius + 1)).toBeGreaterThanOrEqual(levelOf(radius));
    }
  });
});
