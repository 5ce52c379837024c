import { afterEach, beforeEach, expect, it } from 'vitest';
import { gesture } from '../../../../tests/audio/gesture.ts';
import { joinLoopback, type Loopback } from '../../../../tests/audio/loopback.ts';
import { openRecordingPage } from '../../../../tests/audio/recordingPage.ts';
import { MOST_KEPT } from '../../../data/rules/recording/takes.ts';
import { createEngine } from '../../engine/createEngine.ts';
import type { Engine } from '../../engine/Engine.ts';
import { patchRecording, recording, showTakes, type TakeInfo } from '../../state/recording.ts';
import type { Recorder } from './Recorder.ts';
import { deleteTakes, listTakes, putTake } from './takeStore.ts';

let engine: Engine;
let recorder: Recorder;
let loopback: Loopback;
let leave: () => void;
const pages: { close(): void }[] = [];

async function visit(): Promise<void> {
  showTakes([]);
  patchRecording({ selectedTake: -1, message: null });
  engine = createEngine();
  recorder = (await engine.studio()).recorder;
  leave = recorder.use();
  await recorder.restore();
  recorder.setCountIn(false);
  recorder.setTakeLength(1);
  recorder.setPlace({ rifffName: '', bps: 8, barLength: 16 });
}

beforeEach(async () => {
  localStorage.clear();
  loopback = joinLoopback();
  await visit();
});
afterEach(async () => {
  await recorder.stop();
  leave();
  for (const page of pages.splice(0)) page.close();
  loopback.release();
  await engine.dispose();
  // All of them, also those that this page was not told of.
  await deleteTakes(((await listTakes()) ?? []).map(({ id }) => id));
});

/** A take that the device keeps, of half a second of silence. */
function keep(number: number): Promise<boolean> {
  const take: TakeInfo = {
    id: `take${String(number).padStart(28, '0')}`,
    number,
    name: `Take ${number}`,
    category: '?',
    source: 'input',
    created: number,
    bps: 8,
    barLength: 16,
    startBar: 0,
    bars: 1,
    isCut: false,
    isClipped: false,
    peakDb: -20,
    peaks: '',
    firstBar: 0,
    keptBars: 1,
    nudgeMs: 0,
    tailMs: 0,
    isKept: true,
  };
  return putTake(take, {
    channels: [new Float32Array(72_000)],
    sampleRate: 48_000,
    padFrames: 24_000,
  });
}

async function openElsewhere() {
  const page = await openRecordingPage();
  pages.push(page);
  await page.recorder.restore();
  return page;
}

it('stops after the pass that fills the space, says so, and goes on when there is room', async () => {
  for (let number = 1; number < MOST_KEPT.takes; number++) await keep(number);
  const elsewhere = await openElsewhere();
  expect(elsewhere.recording.numTakes).toBe(MOST_KEPT.takes - 1);
  await gesture(elsewhere.scope);
  const { recorder: there, recording: state } = elsewhere;
  there.setCountIn(false);
  there.setTakeLength(1);
  there.setPlace({ rifffName: '', bps: 8, barLength: 16 });
  await there.toggle();
  await expect.poll(() => state.phase).toBe('off');
  expect(state.message).toContain(`${MOST_KEPT.takes} takes are kept`);
  expect(state.numTakes).toBe(MOST_KEPT.takes);
  expect(state.takes.at(-1)).toMatchObject({ isCut: false, bars: 1, isKept: true });
  await there.toggle();
  expect(state).toMatchObject({ phase: 'off', recordingEnabled: false });
  expect(state.message).toContain('Add or delete some');
  there.removeTake(state.takes[0]!.id);
  await expect.poll(() => state.numTakes).toBe(MOST_KEPT.takes - 1);
  await there.toggle();
  expect(state).toMatchObject({ recordingEnabled: true, message: null });
  await there.stop();
});

it('shows the same takes in two pages of a device, whichever changes them', async () => {
  await keep(1);
  await keep(2);
  await engine.dispose();
  await visit();
  const { recorder: there, recording: state } = await openElsewhere();
  expect(state.takes.map(({ name }) => name)).toEqual(['Take 1', 'Take 2']);
  await gesture();
  recorder.setMetronome(true);
  await recorder.toggle();
  await expect.poll(() => state.numTakes).toBeGreaterThan(2);
  await recorder.stop();
  recorder.setMetronome(false);
  const [, second, third] = recording.takes as [TakeInfo, TakeInfo, TakeInfo];
  await expect.poll(() => state.takes).toEqual(recording.takes);
  there.editTake(second.id, { name: 'Rain on tin' });
  await expect.poll(() => recording.takes[1]!.name).toBe('Rain on tin');
  // A take that is heard here is deleted there: it falls silent, and the choice stays with its take.
  recorder.select(2);
  await recorder.preview(1);
  expect(recording).toMatchObject({ previewId: second.id, selectedTake: 1 });
  recorder.select(2);
  there.removeTake(second.id);
  await expect.poll(() => recording.previewId).toBeNull();
  expect(recording.takes.map(({ id }) => id)).not.toContain(second.id);
  expect(recording.takes[recording.selectedTake]!.id).toBe(third.id);
  // What the other page has deleted cannot be added any more, and nothing comes of trying.
  await expect(recorder.makeLoop(second.id, 'test')).rejects.toThrow('gone');
  recorder.editTake(second.id, { name: 'Late' });
  there.restoreTake();
  await expect.poll(() => recording.takes[1]?.name).toBe('Rain on tin');
  const loop = await there.makeLoop(third.id, 'test');
  expect(loop.frames).toBe(24_000);
  recorder.clear();
  await expect.poll(() => state.numTakes).toBe(0);
  expect(state.selectedTake).toBe(-1);
});
