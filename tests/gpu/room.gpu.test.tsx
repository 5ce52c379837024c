/** The looks of the stage and the room around a rifff in a real browser: the same on both hosts, within their budgets. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createSilentTelemetry, telemetryRef } from '../../src/audio/engine/telemetry.ts';
import { patchTransport } from '../../src/audio/state/transport.ts';
import { LookSchema } from '../../src/data/contract/looks.ts';
import {
  FINISH_KINDS,
  RING_DRAWINGS,
  STAGE_LOOK_IDS,
  type StageLook,
} from '../../src/data/contract/stageLooks.ts';
import type { RifffView, StageView } from '../../src/data/stores/places.ts';
import { addRoomTouch } from '../../src/data/stores/roomTouches.ts';
import { roomFrame } from '../../src/drawing/jam/roomFrame.ts';
import { fetchAround } from '../../src/scene/rings/lookedAt.ts';
import { musicalRifff, referenceDocument } from './musicalPeaks.ts';
import {
  addCase,
  type Bars,
  clearCases,
  drawFrame,
  expectAlike,
  HOSTS,
  mountNamed,
  picture,
  unmountHost,
} from './stage.tsx';

const SIZE = 400;
const BEFORE = [1, 2, 3, 4].map((seed) => musicalRifff(['bass', 'drums', 'vocals'], seed));
const MOST_DRAWS = 20;

const stageView = (look: StageView['look'], more: Partial<StageView> = {}): RifffView => ({
  rifff: referenceDocument(),
  isLive: true,
  stage: { look, routes: {}, before: BEFORE, isClear: false, ...more },
});

/** A room whose rings lie where its frame says. */
function addRoom(): void {
  const frame = roomFrame(SIZE, SIZE);
  const current = { ...referenceDocument(), created: 100 };
  const history = [...BEFORE, current].map((rifff, at, all) => ({
    rifff: { ...rifff, created: at * 60_000 },
    parentId: all[at - 1]?._id ?? null,
  }));
  const people = ['mira', 'ilse', 'hexe'].map((user) => ({ user, isMaking: user === 'mira' }));
  const room = { history, people, widthPx: SIZE, heightPx: SIZE };
  addCase({
    name: 'room',
    x: frame.x - frame.radius,
    y: frame.y - frame.radius,
    sizePx: 2 * frame.radius,
    view: { rifff: current, isLive: true, room },
  });
}

/** Pixels that are not ground. */
const inked = ({ data }: ImageData) => {
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (Math.abs(data[at]! - 0x15) + Math.abs(data[at + 1]! - 0x12) > 12) count += 1;
  }
  return count;
};

beforeAll(async () => {
  await page.viewport(SIZE, SIZE);
  await fetchAround();
});

afterEach(async () => {
  telemetryRef.current = createSilentTelemetry();
  patchTransport({ status: 'stopped' });
  clearCases();
  await unmountHost();
});

function play(): void {
  telemetryRef.current = { ...createSilentTelemetry(), isPlaying: true, phase: 0.3, turns: 3.3 };
  patchTransport({ status: 'playing' });
}

test.each(HOSTS)('every look is drawn by %s', async (host) => {
  await mountNamed(host);
  play();
  for (const look of STAGE_LOOK_IDS) {
    addCase({ name: look, x: 20, y: 20, sizePx: SIZE - 40, view: stageView(look) });
    expect(inked(picture(0, 0, SIZE, SIZE))).toBeGreaterThan(0.05 * SIZE * SIZE);
    clearCases();
  }
});

/** The rasterisers differ at edges alone, of which a picture of this size has more for its area than large ones. */
const FILLED: Bars = { mean: 0.8, share: 0.0005 };
/** Fine lines are edges for the most part; a pixel that is half a line may be off by a quarter. */
const LINES: Bars = { mean: 2.6, share: 0.001 };
/** Sides of blocks and sheets that lean are one or two pixels high in a picture of this size, with an edge on each side. */
const SIDES: Bars = { mean: 0.6, share: 0.002 };
const BARS: Partial<Record<StageLook, Bars>> = {
  relief: SIDES,
  popup: SIDES,
  paper: LINES,
  riso: LINES,
  echo: LINES,
  moire: LINES,
  // A groove ends where the edge leaps, and that end is one pixel wide.
  woodcut: { ...LINES, share: 0.008 },
};

/** The same moment of a look by both hosts. */
async function byBoth(name: string, look: StageView['look']): Promise<ImageData[]> {
  const images: ImageData[] = [];
  for (const host of HOSTS) {
    await mountNamed(host);
    const view = { ...stageView(look), isLive: false, phase: 0.388 };
    addCase({ name, x: 20, y: 20, sizePx: SIZE - 40, view });
    images.push(picture(0, 0, SIZE, SIZE));
    clearCases();
    await unmountHost();
  }
  return images;
}

test.each(STAGE_LOOK_IDS)('%s is drawn alike by both hosts', async (look) => {
  const [one, other] = await byBoth(look, look);
  expectAlike(look, one!, other!, BARS[look] ?? FILLED);
});

test.each(RING_DRAWINGS)('%s that lean are drawn alike by both hosts', async (drawn) => {
  const layer = { source: 'rings', drawn } as const;
  const look = { v: 1, name: drawn, ground: 'ground', layers: [layer] } as const;
  const camera = { tilt: 700, turn: 60 };
  const [one, other] = await byBoth(drawn, LookSchema.parse({ ...look, camera }));
  const isBlock = drawn === 'terraces' || drawn === 'cutouts';
  expectAlike(drawn, one!, other!, isBlock ? SIDES : drawn === 'filled' ? FILLED : LINES);
});

test.each(FINISH_KINDS)(
  'a finish of %s is drawn alike by both hosts, in no more draw calls',
  async (kind) => {
    const layers = [{ source: 'rings', drawn: 'filled' }] as const;
    const plain = { v: 1, name: kind, ground: 'ground', layers } as const;
    const look = LookSchema.parse({ ...plain, finish: [{ kind, turn: 125 }] });
    const [one, other] = await byBoth(kind, look);
    const isScreen = kind === 'lines' || kind === 'dots';
    expectAlike(kind, one!, other!, isScreen ? LINES : FILLED);
    await mountNamed('webgl');
    const drawsOf = (of: StageView['look']) => {
      addCase({ name: kind, x: 20, y: 20, sizePx: SIZE - 40, view: stageView(of) });
      drawFrame();
      const draws = drawFrame();
      clearCases();
      return draws;
    };
    expect(drawsOf(look)).toBe(drawsOf(LookSchema.parse(plain)));
  },
);

test('a stage and a room take no more draw calls than they may', async () => {
  await mountNamed('webgl');
  play();
  for (const look of STAGE_LOOK_IDS) {
    addCase({ name: look, x: 20, y: 20, sizePx: SIZE - 40, view: stageView(look) });
    drawFrame();
    expect(drawFrame()).toBeLessThanOrEqual(MOST_DRAWS);
    clearCases();
  }
  addRoom();
  drawFrame();
  expect(drawFrame()).toBeLessThanOrEqual(MOST_DRAWS);
});

test.each(HOSTS)('a touch of somebody is seen and leaves by %s', async (host) => {
  await mountNamed(host);
  addRoom();
  const before = picture(0, 0, SIZE, SIZE);
  const rifffId = referenceDocument()._id;
  const touch = { user: 'nobody', rifffId, slot: 6, turn: 0.4, depth: 0.4 };
  addRoomTouch(touch);
  const touched = picture(0, 0, SIZE, SIZE);
  expect(touched.data.some((value, at) => Math.abs(value - before.data[at]!) > 60)).toBe(true);
  addRoomTouch({ ...touch, slot: 5 }, performance.now() - 60_000);
  drawFrame();
});

test('a stage without a ground is transparent in its gaps and its hole, by the processor', async () => {
  await mountNamed('canvas');
  play();
  const view = stageView('print', { isClear: true });
  addCase({ name: 'clear', x: 20, y: 20, sizePx: SIZE - 40, view });
  drawFrame();
  const canvas = document.querySelector<HTMLCanvasElement>('[data-rings] canvas')!;
  const context = canvas.getContext('2d')!;
  const middle = context.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data;
  expect(middle[3]).toBe(0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let ground = 0;
  for (let at = 0; at < data.length; at += 4) {
    const isGround = data[at] === 0x15 && data[at + 1] === 0x12 && data[at + 2] === 0x0e;
    if (isGround && data[at + 3]! > 0) ground += 1;
  }
  expect(ground).toBe(0);
});
