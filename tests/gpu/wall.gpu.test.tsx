/** A wall in a real browser: whatever is drawn on it, what is seen does not flash more than three times a second. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createSilentTelemetry, telemetryRef } from '../../src/audio/engine/telemetry.ts';
import { patchTransport } from '../../src/audio/state/transport.ts';
import { STAGE_LOOKS, type StageLook } from '../../src/data/contract/stageLooks.ts';
import {
  isWallGuarded,
  type WallGround,
  wallGround,
  wallPictures,
  wishWallGround,
} from '../../src/data/stores/wall.ts';
import { FlashCount } from '../../src/drawing/flashCount.ts';
import { StagePicture } from '../../src/drawing/jam/stagePicture.ts';
import type { PaintList } from '../../src/drawing/paintList.ts';
import { PlaceMeans } from '../../src/drawing/placeMeans.ts';
import { numberOf } from '../../src/drawing/ringNow.ts';
import { LIGHT_TOKENS, TOKENS } from '../../src/drawing/tokens.ts';
import { fetchAround } from '../../src/scene/rings/lookedAt.ts';
import { referenceDocument } from './musicalPeaks.ts';
import {
  addCase,
  clearCases,
  drawFrame,
  frames,
  gpu,
  HOSTS,
  type HostName,
  mountNamed,
  sceneCanvas,
  unmountHost,
} from './stage.tsx';

const SIDE = 192;
const GROUNDS: Readonly<Record<string, string>> = {
  ground: TOKENS.ground,
  night: LIGHT_TOKENS.ground,
  paper: TOKENS.paper,
};

beforeAll(async () => {
  await page.viewport(SIDE, SIDE);
  await fetchAround();
});

/** Time of the page in ms: so long a picture takes, however long this machine takes for it. */
let nowMs = 0;
const PICTURE_MS = 30;

beforeEach(() => {
  nowMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});

afterEach(async () => {
  vi.restoreAllMocks();
  telemetryRef.current = createSilentTelemetry();
  patchTransport({ status: 'stopped' });
  wishWallGround(null);
  clearCases();
  await unmountHost();
});

/** A stage that plays, as large as the window. */
function addStage(look: StageLook): void {
  telemetryRef.current = { ...createSilentTelemetry(), isPlaying: true, phase: 0.3, turns: 3.3 };
  patchTransport({ status: 'playing' });
  const stage = { look, routes: {}, before: [], isClear: false };
  const view = { rifff: referenceDocument(), isLive: true, stage };
  addCase({ name: 'wall', x: 0, y: 0, sizePx: SIDE, view });
}

/** A disc as large as the window. */
function fillWindow(list: PaintList, ink: number): void {
  list.begin(-1, 0);
  list.reserve(65);
  const from = list.pointCount;
  for (let at = 0; at <= 64; at++) {
    const angle = (at * Math.PI) / 32;
    list.points[2 * (from + at)] = SIDE * Math.sin(angle);
    list.points[2 * (from + at) + 1] = -SIDE * Math.cos(angle);
    list.turns[from + at] = at / 64;
  }
  list.pointCount += 65;
  list.extent = SIDE;
  list.fill(from, ink);
}

/** Pictures that no look could make: the whole window in one ink, then in another, as fast as they are drawn. */
function flicker(everyMs: number): void {
  vi.spyOn(StagePicture.prototype, 'advance').mockReturnValue(true);
  vi.spyOn(StagePicture.prototype, 'compose').mockImplementation((list) => {
    const isLit = Math.floor(performance.now() / everyMs) % 2 === 0;
    fillWindow(list, numberOf(isLit ? TOKENS.paper : '#202020'));
  });
}

/** What is seen of the window: the canvas of the wall over the ground of the page. */
function seen(): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.fillStyle = GROUNDS[document.documentElement.dataset.stage ?? 'ground']!;
  context.fillRect(0, 0, SIDE, SIDE);
  for (const source of document.querySelectorAll<HTMLCanvasElement>('[data-rings] canvas')) {
    const box = source.getBoundingClientRect();
    if (box.width > 0) context.drawImage(source, box.left, box.top, box.width, box.height);
  }
  return context.getImageData(0, 0, SIDE, SIDE);
}

/** Waits for the screen and moves the clock on, unless a wall waits for its guard. */
async function passPicture(): Promise<void> {
  await frames(1);
  if (wallGround() === null || isWallGuarded()) nowMs += PICTURE_MS;
}

/** Flashes within a second of what is seen for so long. */
async function flashesFor(
  host: HostName,
  seconds: number,
  before: (second: number) => void = () => {},
) {
  const means = new PlaceMeans(SIDE, SIDE);
  const limits = { second: 1000, changes: 120, cares: [1] };
  const count = new FlashCount(means.columns, means.rows, limits);
  let most = 0;
  // A canvas of WebGL is empty once it has been shown, and shown until it is drawn again.
  const read = () => {
    if (host === 'webgl' && gpu.draws === 0) return;
    const now = performance.now();
    means.write(new Uint32Array(seen().data.buffer), 0, 16, count);
    most = Math.max(most, count.add(now));
    gpu.draws = 0;
  };
  // The page draws by itself too.
  const request = window.requestAnimationFrame;
  window.requestAnimationFrame = (draw) =>
    request((time) => {
      draw(time);
      read();
    });
  gpu.draws = 0;
  const from = performance.now();
  while (performance.now() - from < 1000 * seconds) {
    await passPicture();
    before((performance.now() - from) / 1000);
    drawFrame();
    read();
  }
  window.requestAnimationFrame = request;
  return most;
}

/** Opens a wall: what counts its pictures comes a little later. */
function openWall(look: StageLook): void {
  wishWallGround(STAGE_LOOKS[look].ground);
  addStage(look);
}

/** Mounts a host with a wall that is guarded. */
async function mountWall(host: HostName, look: StageLook): Promise<void> {
  await mountNamed(host);
  openWall(look);
  await expect.poll(isWallGuarded).toBe(true);
}

const inkAt = ({ data }: ImageData, x: number, y: number) => {
  const at = 4 * (y * SIDE + x);
  return (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
};

test.each(HOSTS)('a wall that is made to flicker does not, by %s', async (host) => {
  await mountNamed(host);
  flicker(90);
  const before = wallPictures.held;
  const most = await flashesFor(host, 4, (second) => {
    if (second > 0.1 && wallGround() === null) openWall('print');
  });
  expect(most).toBeLessThanOrEqual(3);
  expect(isWallGuarded()).toBe(true);
  expect(wallPictures.held).toBeGreaterThan(before);
});

test.each(HOSTS)('the same picture flashes where no wall is open, by %s', async (host) => {
  await mountNamed(host);
  addStage('print');
  flicker(90);
  expect(await flashesFor(host, 2)).toBeGreaterThan(3);
});

test.each(HOSTS)('a ground waits for its picture, by %s', async (host) => {
  await mountNamed(host);
  const grounds: WallGround[] = ['paper', 'night'];
  const shown: (string | undefined)[] = [];
  const most = await flashesFor(host, 4, (second) => {
    if (second > 0.1 && wallGround() === null) openWall('print');
    if (!isWallGuarded()) return;
    wishWallGround(grounds[Math.floor(second * 12) % 2]!);
    const now = document.documentElement.dataset.stage;
    if (now !== shown.at(-1)) shown.push(now);
  });
  expect(most).toBeLessThanOrEqual(3);
  expect(shown.length).toBeGreaterThan(2);
  // The one that is wished for in the end comes.
  wishWallGround('paper');
  await expect
    .poll(async () => {
      await passPicture();
      drawFrame();
      return document.documentElement.dataset.stage;
    })
    .toBe('paper');
});

test.each(HOSTS)(
  'a wall shows what is drawn, and the page is as before when it is left, by %s',
  async (host) => {
    await mountWall(host, 'paper');
    let ink = 0;
    const middle = async () => {
      await passPicture();
      if (drawFrame() > 0 || host === 'canvas') ink = inkAt(seen(), SIDE >> 1, SIDE >> 2);
      return ink;
    };
    vi.spyOn(StagePicture.prototype, 'advance').mockReturnValue(true);
    vi.spyOn(StagePicture.prototype, 'compose').mockImplementation((list) =>
      fillWindow(list, 0x3366cc),
    );
    await expect.poll(middle).toBe(0x3366cc);
    wishWallGround(null);
    await expect.poll(isWallGuarded).toBe(false);
    expect(document.documentElement.dataset.stage).toBeUndefined();
    ink = 0;
    await expect.poll(middle).toBe(0x3366cc);
  },
);

test('counting begins anew where the context was lost', async () => {
  await mountWall('webgl', 'print');
  flicker(90);
  await flashesFor('webgl', 0.5);
  const canvas = sceneCanvas();
  const loss = canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
  const lost = new Promise((done) => canvas.addEventListener('webglcontextlost', done));
  loss.loseContext();
  await lost;
  const restored = new Promise((done) => canvas.addEventListener('webglcontextrestored', done));
  await new Promise((done) => setTimeout(done, 50));
  loss.restoreContext();
  await restored;
  const before = wallPictures.shown;
  expect(await flashesFor('webgl', 2)).toBeLessThanOrEqual(3);
  expect(wallPictures.shown).toBeGreaterThan(before);
});
