import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { patchTransport } from '../../src/audio/state/transport.ts';
import { createSilentTelemetry, MASTER_ROW, telemetryRef } from '../../src/audio/telemetry.ts';
import { CATEGORIES } from '../../src/data/contract/categories.ts';
import { setSlotOn } from '../../src/data/rules/draft.ts';
import { type Lane, moveLanes, registerLane, setLaneHost } from '../../src/data/stores/lanes.ts';
import { channels, TOKENS } from '../../src/drawing/tokens.ts';
import PixiHost from '../../src/scene/pixi/PixiHost.tsx';
import { referenceDocument } from './musicalPeaks.ts';
import {
  addCase,
  clearCases,
  drawFrame,
  frames,
  gpu,
  liveContexts,
  mountHost,
  unmountHost,
  watchConsole,
} from './stage.tsx';

const LANE = { left: 20, width: 112, height: 24 };
let root: Root | null = null;
let column: HTMLElement;
let errors: () => string[];
let removers: (() => void)[] = [];

function addLane(row: number, kind: Lane['kind'], rifff = referenceDocument()): Lane {
  const element = document.createElement('div');
  const top = 10 + removers.length * 34;
  element.style.cssText = `position:absolute;left:${LANE.left}px;top:${top}px;width:${LANE.width}px;height:${LANE.height}px`;
  column.append(element);
  const lane: Lane = { id: `${kind} ${row}`, element, kind, row, rifff };
  removers.push(registerLane(lane));
  return lane;
}

const canvas = () => column.querySelector('canvas')!;

/** Colour at a place of the column, read in the frame that draws it. */
async function colourAt(x: number, y: number): Promise<number[]> {
  moveLanes();
  return new Promise((done) => {
    requestAnimationFrame(() => {
      const flat = new OffscreenCanvas(canvas().width, canvas().height).getContext('2d')!;
      flat.drawImage(canvas(), 0, 0);
      done([...flat.getImageData(x, y, 1, 1).data]);
    });
  });
}

const isNear = (pixel: number[], hex: string) =>
  channels(hex).every((value, at) => Math.abs(value - pixel[at]!) < 8) && pixel[3]! > 240;

beforeEach(async () => {
  await page.viewport(620, 620);
  errors = watchConsole();
  column = document.createElement('div');
  column.style.cssText = 'position:absolute;left:0;top:0;width:200px;height:400px;overflow:auto';
  document.body.append(column);
  const host = document.createElement('div');
  document.body.append(host);
  setLaneHost(column);
  root = createRoot(host);
  root.render(
    <StrictMode>
      <PixiHost />
    </StrictMode>,
  );
  await frames(30);
});

afterEach(async () => {
  telemetryRef.current = createSilentTelemetry();
  patchTransport({ status: 'stopped' });
  for (const remove of removers) remove();
  removers = [];
  root?.unmount();
  setLaneHost(null);
  await frames(2);
  column.remove();
  expect(errors()).toEqual([]);
  expect(liveContexts()).toBeLessThanOrEqual(2);
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
  expect(isNear(await colourAt(LANE.left + LANE.width / 2, y), TOKENS.ground)).toBe(true);
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
  await new Promise((done) => setTimeout(done, 1800));
  expect(isNear(await colourAt(...middle), TOKENS.line)).toBe(true);
});

test('the whole editor stays inside its budget of draw calls', async () => {
  await mountHost();
  addCase({
    name: 'editor',
    x: 220,
    y: 20,
    sizePx: 380,
    view: { rifff: referenceDocument(), isLive: true, isEditor: true, selected: 3, focused: 2 },
  });
  for (let row = 0; row < 7; row++) addLane(row, 'lane');
  for (let row = 0; row < 7; row++) addLane(row, 'meter');
  addLane(MASTER_ROW, 'meter');
  telemetryRef.current = { ...createSilentTelemetry(), isPlaying: true, phase: 0.2 };
  telemetryRef.current.levels.fill(0.3);
  await frames(20);
  gpu.draws = 0;
  moveLanes();
  await frames(2);
  const flat = gpu.draws / 2;
  const rings = drawFrame();
  console.info(`draw calls: rings ${rings}, lanes and meters ${flat} a frame`);
  expect(rings + Math.ceil(flat)).toBeLessThanOrEqual(12);
  expect(liveContexts()).toBe(2);
  clearCases();
  await unmountHost();
});

test('the canvas follows the host, and leaves with it', async () => {
  addLane(1, 'lane');
  await frames(3);
  expect(canvas().parentElement).toBe(column);
  setLaneHost(null);
  expect(column.querySelector('canvas')).toBeNull();
  setLaneHost(column);
  expect(isNear(await colourAt(LANE.left + 50, 10 + LANE.height - 2), CATEGORIES.bass.ink)).toBe(
    true,
  );
});
