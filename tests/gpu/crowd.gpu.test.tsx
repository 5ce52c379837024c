/** The crowd of the arcade in both hosts: one picture, few draw calls, bounded pictures, and a context that comes back. */
import type { InstancedBufferGeometry, Mesh } from 'three';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createSilentTelemetry, telemetryRef } from '../../src/audio/engine/telemetry.ts';
import { LIBRARY_CATEGORIES } from '../../src/data/contract/categories.ts';
import { type FieldMusic, fieldMusic } from '../../src/data/rules/arcade/fieldMusic.ts';
import { UNLOCKS } from '../../src/data/rules/arcade/unlocks.ts';
import { showCrowd, wakeCrowd } from '../../src/data/stores/arcade.ts';
import { beforeEachFrame } from '../../src/data/stores/frameLoop.ts';
import { FlashSeries } from '../../src/drawing/flashes.ts';
import { ArcadeFlight } from '../../src/hud/arcade/arcadeFlight.ts';
import { openCanvasCrowd } from '../../src/scene/arcade/canvasCrowd.ts';
import { CrowdInSpace } from '../../src/scene/arcade/crowdInSpace.ts';
import { levelOf } from '../../src/scene/arcade/crowdLevels.ts';
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
const WIDTH = 480;
const HEIGHT = 340;
/** Enough to see that something moves. */
const SMALL = [450, 310] as const;
const rifffs = Array.from({ length: 100 }, (_, at) => ({
  ...musicalRifff(LIBRARY_CATEGORIES, (at % 24) + 1),
  _id: `rifff-${at}`,
}));

/** Pictures that workers were asked for and have not made. */
let unmade = 0;
/** Counts what a worker is asked for, a number is a picture, as long as it lives. */
class CountedWorker extends Worker {
  private own = 0;

  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, options);
    this.addEventListener('message', () => this.count(-1));
  }

  override postMessage(message: unknown): void {
    if (typeof message === 'number') this.count(1);
    super.postMessage(message);
  }

  override terminate(): void {
    this.count(-this.own);
    super.terminate();
  }

  private count(by: number): void {
    this.own += by;
    unmade += by;
  }
}
const PlainWorker = globalThis.Worker;

const ends: (() => void)[] = [];
/** The flight that `show` made last. */
let latest: ArcadeFlight | null = null;

/** A flight that is shown, at rest, with no rifff in the clearing. */
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
  latest = flight;
  return flight;
}

/** For pictures that come from elsewhere. */
const PATIENCE_MS = 120_000;

/** Longer than a frame may take before fewer pixels are drawn: 25 ms. */
const SLOW_MS = 35;

/** Until an unlock is seen whole. */
const APPEARS_MS = 700;

/** Unlocks everything, in music that stands on a beat, so that both hosts draw the same one. */
function unlockAll(flight: ArcadeFlight): void {
  const beat = { isPlaying: true, turns: 1, phase: 0.29, bars: 4 };
  telemetryRef.current = Object.assign(createSilentTelemetry(), beat);
  for (const { id } of UNLOCKS) flight.unlock(id);
}

/** Opens the crowd on a canvas, and draws until nothing is missing. */
async function openOnCanvas(width = WIDTH, height = HEIGHT) {
  const host = document.createElement('div');
  host.dataset.rings = 'canvas';
  host.style.cssText = 'position:fixed;inset:0';
  document.body.append(host);
  const crowd = openCanvasCrowd(host);
  ends.push(() => {
    crowd.remove();
    host.remove();
  });
  crowd.resized(width, height, 1);
  const untilMs = performance.now() + PATIENCE_MS;
  while (crowd.update(performance.now(), false) && performance.now() < untilMs) await pause();
  return crowd;
}

/** How all of it looks now. No other frame is really drawn: one costs an emulated chip up to a second. */
function whole(): ImageData {
  gpu.isDrawn = true;
  const image = picture(0, 0, WIDTH, HEIGHT);
  gpu.isDrawn = false;
  return image;
}
const pause = () => new Promise((done) => setTimeout(done, 4));

/** Does the page ask for no frame by itself? */
async function isAtRest(): Promise<boolean> {
  gpu.draws = 0;
  await frames(3);
  return gpu.draws === 0;
}

/** Lets the page go on until the clearing is open, every picture is there and it rests. @returns how it looks */
async function settle(): Promise<ImageData> {
  const isSettled = async () => (await isAtRest()) && latest?.near.open === 1 && unmade === 0;
  await expect.poll(isSettled, { timeout: PATIENCE_MS, interval: 0 }).toBe(true);
  return whole();
}

/** From now on the time of a flight stands: it is in the middle of its way, whatever a frame takes. */
function stopTime(flight: ArcadeFlight): void {
  const nowMs = performance.now();
  flight.advance(nowMs, false);
  const advance = flight.advance.bind(flight);
  flight.advance = (_nowMs, isReduced) => advance(nowMs, isReduced);
}

beforeAll(async () => {
  globalThis.Worker = CountedWorker;
  await page.viewport(WIDTH, HEIGHT);
});

afterAll(() => {
  globalThis.Worker = PlainWorker;
});

beforeEach(() => {
  gpu.isDrawn = false;
});

afterEach(async () => {
  beforeEachFrame(() => {});
  telemetryRef.current = createSilentTelemetry();
  for (const end of ends.splice(0)) end();
  await unmountHost();
});

describe('the crowd', () => {
  test('is one draw call beside the rings, in flight and unlocked too, and the same in both hosts', async () => {
    const errors = watchConsole();
    await mountHost();
    const flight = show(40);
    await expect.poll(() => sceneCanvas() !== null).toBe(true);
    await frames(4);
    const byChip = await settle();
    unlockAll(flight);
    drawFrame();
    await new Promise((done) => setTimeout(done, APPEARS_MS));
    expect(drawFrame()).toBeLessThanOrEqual(2);
    const unlocked = whole();
    expect(differingShare(byChip, unlocked, 40)).toBeGreaterThan(0.05);
    flight.clearUnlocks();
    telemetryRef.current = createSilentTelemetry();
    await frames(3);
    expect(meanDifference(byChip, whole())).toBeLessThan(0.01);
    flight.input.thrustX = 1;
    flight.input.thrustDepth = 0.5;
    let most = 0;
    for (let at = 0; at < 24; at++) {
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

    const other = show(40);
    const crowd = await openOnCanvas();
    const mean = meanDifference(byChip, whole());
    unlockAll(other);
    const from = performance.now();
    crowd.update(from, false);
    crowd.update(from + APPEARS_MS, false);
    const unlockedMean = meanDifference(unlocked, whole());
    console.info(`both hosts: mean ${mean.toFixed(2)}, unlocked ${unlockedMean.toFixed(2)} of 255`);
    // Copies of pictures are smoothed where they are made smaller or larger; shapes and inks are the same.
    expect(mean).toBeLessThan(4);
    expect(unlockedMean).toBeLessThan(5);
    expect(errors()).toEqual([]);
  });

  test('shows names on labels over the crowd, by one draw call more', async () => {
    const errors = watchConsole();
    await mountHost();
    const flight = show(40);
    await frames(4);
    await settle();
    // In flight: where one rests the clearing opens, and its words take the place of the labels.
    flight.input.thrustX = 1;
    await expect.poll(() => drawFrame() > 0 && flight.near.open === 0).toBe(true);
    stopTime(flight);
    expect(drawFrame()).toBe(1);
    const without = whole();
    flight.call(rifffs.map((_, at) => (at % 8 === 7 ? '' : `Name ${at}`)));
    await expect.poll(() => drawFrame()).toBe(2);
    const named = whole();
    expect(differingShare(without, named, 60)).toBeGreaterThan(0.005);
    flight.call([]);
    await expect.poll(() => drawFrame()).toBe(1);
    expect(errors()).toEqual([]);
  });

  test('draws fewer pixels where frames do not come, and all of them again on other pages', async () => {
    await mountHost();
    const flight = show(40);
    await frames(4);
    const canvas = sceneCanvas();
    const all = canvas.width;
    beforeEachFrame(() => {
      for (const untilMs = performance.now() + SLOW_MS; performance.now() < untilMs; );
    });
    flight.input.thrustX = 1;
    wakeCrowd();
    await expect.poll(() => canvas.width).toBeLessThan(all);
    expect(canvas.width).toBeGreaterThanOrEqual(0.75 * all);
    expect(canvas.getBoundingClientRect().width).toBe(WIDTH);
    for (const end of ends.splice(0)) end();
    await expect.poll(() => canvas.width).toBe(all);
  });

  test('rests when nothing moves, and goes on when it is woken', async () => {
    const flight = show(40);
    const host = document.createElement('div');
    document.body.append(host);
    const crowd = openCanvasCrowd(host);
    crowd.resized(WIDTH, HEIGHT, 1);
    let isAwake = true;
    for (
      const untilMs = performance.now() + PATIENCE_MS;
      isAwake && performance.now() < untilMs;
    ) {
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
    gpu.draws = 0;
    loss.restoreContext();
    await restored;
    // The page at rest asks for a frame by itself.
    await expect.poll(() => gpu.draws).toBeGreaterThan(0);
    expect(meanDifference(before, whole())).toBeLessThan(0.01);
  });

  test('does not flash, whatever is unlocked, at the fastest pulse there is', async () => {
    const flight = show(40, { bps: 2.49, barLength: 16, root: 0, scale: 0 });
    const crowd = await openOnCanvas(...SMALL);
    let from = performance.now();
    for (const ids of [['dead-centre'], UNLOCKS.map(({ id }) => id)]) {
      from += 3000;
      for (const id of ids) flight.unlock(id);
      crowd.update(from, false);
      crowd.update(from + APPEARS_MS, false);
      const series = new FlashSeries();
      for (let frame = 0; frame < 60; frame++) {
        crowd.update(from + 1000 + (frame * 1000) / 60, false);
        series.addImage(picture(0, 0, ...SMALL));
      }
      expect(series.most).toBeLessThanOrEqual(3);
      flight.clearUnlocks();
    }
  });

  test('stands still where less motion is asked for, and shows what is unlocked', async () => {
    const flight = show(20);
    const crowd = await openOnCanvas(...SMALL);
    const before = picture(0, 0, ...SMALL);
    flight.unlock('brief');
    let isAwake = true;
    for (let at = 0; at < 100 && isAwake; at++) isAwake = crowd.update(performance.now(), true);
    expect(isAwake).toBe(false);
    expect(differingShare(before, picture(0, 0, ...SMALL), 40)).toBeGreaterThan(0.01);
    expect(crowd.update(performance.now() + 250, false)).toBe(true);
  });

  test('is at every goal at once by WebGL too where less motion is asked for, and rests there', async () => {
    const flight = show(20);
    const crowd = new CrowdInSpace(() => {});
    ends.push(() => crowd.dispose());
    crowd.resized(WIDTH, HEIGHT, 1, 1);
    const isAtRest = () => !crowd.update(performance.now(), true) && unmade === 0;
    await expect.poll(isAtRest).toBe(true);
    const { eyeX } = crowd.space;
    flight.step('right');
    crowd.update(performance.now(), true);
    const there = crowd.space.eyeX;
    expect(there).toBeGreaterThan(eyeX + 1);
    await expect.poll(isAtRest).toBe(true);
    const before = crowd.space.places.slice();
    crowd.update(performance.now() + 500, true);
    expect(crowd.space.eyeX).toBe(there);
    expect(crowd.space.places).toEqual(before);
  });

  test('has its pictures made by the page where no worker runs', async () => {
    show(4);
    class DeadWorker extends EventTarget {
      onerror: (() => void) | null = null;
      constructor() {
        super();
        setTimeout(() => this.onerror?.());
      }
      postMessage(): void {}
      terminate(): void {}
    }
    Object.assign(globalThis, { Worker: DeadWorker });
    const crowd = new CrowdInSpace(() => {});
    globalThis.Worker = CountedWorker;
    ends.push(() => crowd.dispose());
    crowd.resized(WIDTH, HEIGHT, 1, 1);
    const instances = () => {
      crowd.update(performance.now(), false);
      const [mesh] = crowd.things.children as Mesh<InstancedBufferGeometry>[];
      return mesh!.geometry.instanceCount;
    };
    expect(instances()).toBe(0);
    await expect.poll(instances).toBeGreaterThan(4);
  });

  test('draws what is far with less', () => {
    expect(levelOf(5)).toBe(0);
    expect(levelOf(1000)).toBe(7);
    for (let radius = 5; radius < 300; radius++) {
      expect(levelOf(radius + 1)).toBeGreaterThanOrEqual(levelOf(radius));
    }
  });
});
