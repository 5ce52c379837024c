/** A page with its recorder open as its panel opens it, for tests in which the loudspeaker is heard by the microphone. */
import { expect } from 'vitest';
import { createEngine } from '../../src/audio/engine/createEngine.ts';
import type { Engine } from '../../src/audio/engine/Engine.ts';
import { patchRecording, recording, showTakes } from '../../src/audio/state/recording.ts';
import type { Recorder } from '../../src/audio/studio/record/Recorder.ts';
import { deleteTakes, listTakes } from '../../src/audio/studio/record/takeStore.ts';
import { MASTER_GAIN_DB } from '../../src/data/contract/constants.ts';
import { gesture } from './gesture.ts';
import { joinLoopback, type Loopback } from './loopback.ts';
import { impulse, makeLoop, makeRifff } from './loops.ts';

export let engine: Engine;
export let recorder: Recorder;
export let loopback: Loopback;
/** Closes the panel. */
export let leave: () => void;

/** Opens the panel. */
export function openPanel(): void {
  leave = recorder.use();
}

/** The recorder of a page that has just been loaded. */
export async function openPage(): Promise<void> {
  showTakes([]);
  patchRecording({ selectedTake: -1, message: null, isClipped: false });
  engine = createEngine();
  recorder = (await engine.studio()).recorder;
  openPanel();
}

/** No takes; one bar each, without a count-in. */
export function reset(): void {
  recorder.clear();
  recorder.setTakeLength(1);
  recorder.setCountIn(false);
}

/** The first visit of a device. */
export async function arrive(): Promise<void> {
  localStorage.clear();
  // The page before may have been closed while it let its takes go.
  await deleteTakes((await listTakes())!.map(({ id }) => id));
  await gesture();
  loopback = joinLoopback();
  loopback.delaySec = 0.0375;
  await openPage();
  reset();
}

/** Resolves when recording is over and its last take is kept. */
export const off = () => expect.poll(() => recording.phase).toBe('off');

/** Leaves nothing behind. */
export async function goAway(): Promise<void> {
  await recorder.stop();
  leave();
  await recorder.leave();
  await recorder.setSource('input');
  recorder.clear();
  loopback.release();
  engine.setMasterGainDb(MASTER_GAIN_DB);
  await engine.dispose();
}

/** Resolves when a bar has begun. */
export const reachBar = (bar: number) =>
  expect
    .poll(
      () => {
        engine.telemetry.sample();
        return engine.telemetry.bar;
      },
      { interval: 10 },
    )
    .toBe(bar);

/** Resolves when there are so many takes. */
export const takes = (count: number) =>
  expect.poll(() => recording.numTakes).toBeGreaterThanOrEqual(count);

/** A bar of four beats of 150 ms, with a click on every beat. */
export const clicks = () =>
  makeRifff([makeLoop({ sound: impulse(0.9), bps: 20 / 3, length16ths: 4, barLength: 16 })]);
