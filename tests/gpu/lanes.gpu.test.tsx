import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  createSilentTelemetry,
  MASTER_ROW,
  telemetryRef,
} from '../../src/audio/engine/telemetry.ts';
import { recordMeter } from '../../src/audio/state/recording.ts';
import { patchTransport } from '../../src/audio/state/transport.ts';
import { CATEGORIES } from '../../src/data/contract/categories.ts';
import { setSlotOn } from '../../src/data/rules/draft/draft.ts';
import {
  type LaneShape,
  moveLanes,
  registerLane,
  registerLaneHost,
  type SlotShape,
  type TakeShape,
} from '../../src/data/stores/lanes.ts';
import { chooseRingDrawing } from '../../src/data/stores/ringDrawing.ts';
import { channels, TOKENS } from '../../src/drawing/tokens.ts';
import LaneHost from '../../src/scene/LaneHost.tsx';
import { referenceDocument } from './musicalPeaks.ts';
import {
  addCase,
  clearCases,
  drawFrame,
  frames,
  liveContexts,
  mountHost,
  unmountHost,
  watchConsole,
} from './stage.tsx';

const LANE = { left: 20, width: 112, height: 24 };
const PEAKS = Uint8Array.from({ length: 1024 }, (_, n) => 120 + (n % 64));
const TAKE = { width: 112, height: 40 };
let root: Root | null = null;
let column: HTMLElement;
let list: HTMLElement;
let errors: () => string[];
let removers: (() => void)[] = [];
let leave = () => {};

function addElement(parent: HTMLElement, top: number, height = LANE.height): HTMLElement {
  const element = document.createElement('div');
  element.style.cssText = `position:absolute;left:${LANE.left}px;top:${top}px;width:${LANE.width}px;height:${height}px`;
  parent.append(element);
  return element;
}

function add(id: string, element: HTMLElement, shape: LaneShape): HTMLElement {
  removers.push(registerLane({ id, element, ...shape }));
  return element;
}

/** A lane of the host, or a meter, below the ones before. */
function addLane(row: number, kind: SlotShape['kind'], rifff = referenceDocument()): void {
  add(`${kind} ${row}`, addElement(column, 10 + removers.length * 34), { kind, row, rifff });
}

/** A take in a list beside the host, with a picture of its own. */
function addTake(n: number, change: Partial<TakeShape>): HTMLElement {
  return add(`take ${n}`, addElement(list, 10 + n * 60, TAKE.height), {
    kind: 'take',
    takeId: `take ${n}`,
    category: 'vocals',
    peaks: PEAKS,
    bars: 4,
    firstBar: 0,
    keptBars: 4,
    isHeard: false,
    ...change,
  });
}

/** Colour in a picture of the host or of a lane of its own, read in the frame that draws it. */
async function colourAt(x: number, y: number, host = column): Promise<number[]> {
  moveLanes();
  return new Promise((done) => {
    requestAnimationFrame(() => {
      const canvas = host.querySelector('canvas')!;
      const flat = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
      flat.drawImage(canvas, 0, 0);
      done([...flat.getImageData(x, y, 1, 1).data]);
    });
  });
}

const isNear = (pixel: number[], hex: string) =>
  channels(hex).every((value, at) => Math.abs(value - pixel[at]!) < 8) && pixel[3]! > 240;

/** Makes the host of the pictures draw. */
async function mountPictures(): Promise<void> {
  const host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
  root.render(
    <StrictMode>
      <LaneHost />
    </StrictMode>,
  );
  await frames(4);
}

// By the processor only some frames draw; here each must.
beforeAll(() => chooseRingDrawing('webgl'));

beforeEach(async () => {
  await page.viewport(620, 620);
  errors = watchConsole();
  column = document.createElement('div');
  column.style.cssText = 'position:absolute;left:0;top:0;width:200px;height:400px;overflow:auto';
  document.body.append(column);
  list = document.createElement('div');
  list.style.cssText = 'position:absolute;left:400px;top:0;width:200px;height:120px;overflow:auto';
  document.body.append(list);
  leave = registerLaneHost(column);
  await mountPictures();
});

afterEach(async () => {
  telemetryRef.current = createSilentTelemetry();
  patchTransport({ status: 'stopped' });
  for (const remove of removers) remove();
  removers = [];
  root?.unmount();
  leave();
  await frames(2);
  column.remove();
  list.remove();
  recordMeter.previewShare = -1;
  expect(errors()).toEqual([]);
  expect(liveContexts()).toBeLessThanOrEqual(1);
});

test('a lane is filled with the ink of its slot, and empties when it is muted', async () => {
  addLane(6, 'lane');
  const foot = [LANE.left + 50, 10 + LANE.height - 2] as const;
  expect(isNear(await colourAt(...foot), CATEGORIES.drums.ink)).toBe(true);
  for (const remove of removers) remove();
  removers = [];
  addLane(6, 'lane', setSlotOn(referenceDocument(), 6, false));
  let full = 0;
  for (let x = 24; x < 124; x += 4) {
    if (isNear(await colourAt(x, foot[1] - 4), CATEGORIES.drums.ink)) full += 1;
  }
  expect(full).toBeLessThan(6);
});

test('the notch cuts a lane at the phase', async () => {
  addLane(0, 'lane');
  telemetryRef.current = { ...createSilentTelemetry(), isPlaying: true, phase: 0.5 };
  patchTransport({ status: 'playing' });
  const y = 10 + LANE.height - 3;
  expect((await colourAt(LANE.left + LANE.width / 2, y))[3]).toBe(0);
  expect(isNear(await colourAt(LANE.left + 20, y), CATEGORIES.pads.ink)).toBe(true);
});

test('a meter rises with its level and falls when it is silent', async () => {
  addLane(MASTER_ROW, 'meter');
  const telemetry = { ...createSilentTelemetry(), isPlaying: true };
  telemetry.levels[MASTER_ROW] = 0.9;
  telemetry.peaks[MASTER_ROW] = 1;
  telemetryRef.current = telemetry;
  patchTransport({ status: 'playing' });
  const middle = [LANE.left + 70, 20] as const;
  expect(isNear(await colourAt(...middle), TOKENS.paper)).toBe(true);
  telemetry.levels.fill(0);
  telemetry.peaks.fill(0);
  telemetry.isPlaying = false;
  patchTransport({ status: 'stopped' });
  await expect.poll(async () => isNear(await colourAt(...middle), TOKENS.line)).toBe(true);
});

test('the whole editor stays inside its budget of draw calls: lanes take none', async () => {
  await mountHost();
  addCase({
    name: 'editor',
    x: 220,
    y: 20,
    sizePx: 380,
    view: { rifff: referenceDocument(), isLive: true, isEditor: true, selected: 3, focused: 2 },
  });
  for (let row = 0; row < 7; row++) addLane(row, 'lane');
  addTake(0, { isHeard: true });
  telemetryRef.current = { ...createSilentTelemetry(), isPlaying: true, phase: 0.2 };
  await frames(8);
  expect(drawFrame()).toBeLessThanOrEqual(12);
  expect(liveContexts()).toBe(1);
  clearCases();
  await unmountHost();
});

test('a picture leaves with its host, and comes with the next', async () => {
  addLane(1, 'lane');
  await frames(3);
  expect(column.querySelectorAll('canvas')).toHaveLength(1);
  leave();
  await frames(3);
  expect(column.querySelector(':scope > canvas')).toBeNull();
  leave = registerLaneHost(column);
  expect(isNear(await colourAt(LANE.left + 50, 10 + LANE.height - 2), CATEGORIES.bass.ink)).toBe(
    true,
  );
});

describe('takes', () => {
  test('what is kept is in ink, the rest is dull, and bars are told apart by gaps', async () => {
    const element = addTake(0, { bars: 4, firstBar: 1, keptBars: 2 });
    const foot = TAKE.height - 3;
    const at = (share: number) => colourAt(share * TAKE.width, foot, element);
    expect(isNear(await at(0.1), TOKENS.line)).toBe(true);
    expect(isNear(await at(0.3), CATEGORIES.vocals.ink)).toBe(true);
    expect(isNear(await at(0.7), CATEGORIES.vocals.ink)).toBe(true);
    expect(isNear(await at(0.9), TOKENS.line)).toBe(true);
    expect((await colourAt(TAKE.width / 2 - 1, foot, element))[3]).toBe(0);
  });

  test('nothing heard is a hairline', async () => {
    const element = addTake(0, { peaks: new Uint8Array(1024) });
    expect((await colourAt(40, 10, element))[3]).toBe(0);
    expect(isNear(await colourAt(40, TAKE.height - 1, element), TOKENS.line)).toBe(true);
  });

  test('the playhead goes through what is kept, and is gone with the hearing', async () => {
    const element = addTake(0, { bars: 4, firstBar: 2, keptBars: 2, isHeard: true });
    const foot = TAKE.height - 3;
    recordMeter.previewShare = 0.5;
    expect((await colourAt(TAKE.width * 0.75 + 1, foot, element))[3]).toBe(0);
    recordMeter.previewShare = 0.25;
    await frames(2);
    expect((await colourAt(TAKE.width * 0.625, foot, element))[3]).toBe(0);
    recordMeter.previewShare = -1;
    await frames(2);
    const kept = CATEGORIES.vocals.ink;
    expect(isNear(await colourAt(TAKE.width * 0.625, foot, element), kept)).toBe(true);
  });

  test('the pass under way grows as it comes in', async () => {
    const element = add('pass', addElement(list, 10, TAKE.height), { kind: 'pass', bars: 1 });
    recordMeter.pass.fill(0);
    recordMeter.passShare = 0.1;
    expect((await colourAt(61, TAKE.height / 2, element))[3]).toBe(0);
    recordMeter.pass.fill(1, 0, 300);
    recordMeter.passShare = 300 / 512;
    await frames(2);
    expect(isNear(await colourAt(61, TAKE.height / 2, element), TOKENS.paper)).toBe(true);
    expect((await colourAt(101, TAKE.height / 2, element))[3]).toBe(0);
    recordMeter.pass.fill(0);
  });

  test('of thirty takes in a list only those in or near sight have pixels', async () => {
    const elements = Array.from({ length: 30 }, (_, n) => addTake(n, {}));
    await frames(12);
    const filled = () =>
      elements.filter((element) => element.querySelector('canvas')!.width > 0).length;
    expect(filled()).toBeGreaterThanOrEqual(3);
    expect(filled()).toBeLessThan(16);
    list.scrollTop = list.scrollHeight;
    await frames(12);
    const last = elements.at(-1)!;
    expect(isNear(await colourAt(40, TAKE.height - 3, last), CATEGORIES.vocals.ink)).toBe(true);
    expect(elements[0]!.querySelector('canvas')!.width).toBe(0);
    expect(filled()).toBeLessThan(16);
  });

  test('loud parts of a take are taller than quiet ones', async () => {
    const peaks = Uint8Array.from({ length: 1024 }, (_, n) => (n < 512 ? 20 : 250));
    const element = addTake(0, { peaks });
    let [quiet, loud] = [0, 0];
    for (let at = 2; at < TAKE.width; at += 4) {
      const isInk = isNear(await colourAt(at, 0.3 * TAKE.height, element), CATEGORIES.vocals.ink);
      if (isInk && at < TAKE.width / 2) quiet += 1;
      else if (isInk) loud += 1;
    }
    expect(quiet).toBe(0);
    expect(loud).toBeGreaterThan(5);
  });

  test('nothing is drawn while nothing moves', async () => {
    addLane(0, 'lane');
    for (let n = 0; n < 8; n++) addTake(n, {});
    await frames(20);
    const { drawImage } = CanvasRenderingContext2D.prototype;
    let drawn = 0;
    CanvasRenderingContext2D.prototype.drawImage = function (
      this: CanvasRenderingContext2D,
      ...args: unknown[]
    ) {
      drawn += 1;
      (drawImage as (...all: unknown[]) => void).apply(this, args);
    };
    await frames(20);
    expect(drawn).toBe(0);
    moveLanes();
    list.style.width = '190px';
    addTake(8, {});
    await frames(4);
    CanvasRenderingContext2D.prototype.drawImage = drawImage;
    expect(drawn).toBeGreaterThan(0);
  });
});

test('a file is ink inside its loop, and cut by a line at its bars', async () => {
  const element = add('cut', addElement(list, 10, 60), {
    kind: 'cut',
    category: 'bass',
    columns: new Uint8Array(30).fill(255),
    columnPx: 3,
    from: 10,
    to: 20,
    lines: [{ x: 45, isBar: true }],
  });
  expect(isNear(await colourAt(10, 30, element), TOKENS.edge)).toBe(true);
  expect(isNear(await colourAt(37, 30, element), CATEGORIES.bass.ink)).toBe(true);
  expect(isNear(await colourAt(45, 30, element), TOKENS.paper)).toBe(true);
  expect((await colourAt(46, 30, element))[3]).toBe(0);
});
