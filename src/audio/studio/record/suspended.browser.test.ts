import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { gesture } from '../../../../tests/audio/gesture.ts';
import { joinLoopback, type Loopback } from '../../../../tests/audio/loopback.ts';
import { impulse, makeLoop, makeRifff } from '../../../../tests/audio/loops.ts';
import { createEngine } from '../../createEngine.ts';
import type { Engine } from '../../Engine.ts';
import { getPcm } from '../../local/pcmStore.ts';
import { patchRecording, recording, showTakes } from '../../state/recording.ts';
import { transport } from '../../state/transport.ts';
import type { Recorder } from './Recorder.ts';
import { getPieces, listReels } from './reelStore.ts';

let engine: Engine;
let recorder: Recorder;
let loopback: Loopback;
let logged: MockInstance;
let leave: () => void;

beforeEach(async () => {
  localStorage.clear();
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await gesture();
  loopback = joinLoopback();
  loopback.delaySec = 0.02;
  showTakes([]);
  patchRecording({ selectedTake: -1, message: null });
  engine = createEngine();
  recorder = (await engine.studio()).recorder;
  await recorder.restore();
  recorder.clear();
  recorder.setCountIn(false);
  recorder.setTakeLength(2);
  leave = recorder.use();
  await recorder.open();
  await recorder.calibrate();
  // Bars of a second, a click on every beat.
  await engine.setRifff(
    makeRifff([makeLoop({ sound: impulse(0.9), bps: 4, length16ths: 4, barLength: 16 })]),
  );
  await recorder.toggle();
  await expect.poll(() => recording.lapBar, { timeout: 8000, interval: 10 }).toBe(1);
});
afterEach(async () => {
  await recorder.leave();
  recorder.clear();
  leave();
  loopback.release();
  await engine.dispose();
  vi.restoreAllMocks();
});

/** The system takes the sound away, and does not let the page have it back. @returns what lets it */
async function takeSoundAway(): Promise<() => void> {
  const context = loopback.context()!;
  const refuse = vi
    .spyOn(context, 'resume')
    .mockRejectedValue(new DOMException('The system holds it', 'NotAllowedError'));
  await context.suspend();
  await expect.poll(() => recording.isSuspended).toBe(true);
  return () => refuse.mockRestore();
}

const off = () => expect.poll(() => recording.phase, { timeout: 8000 }).toBe('off');

it('says and logs that the sound is held up, loses nothing, and goes on in the lap', async () => {
  const giveBack = await takeSoundAway();
  expect(logged.mock.calls.flat().join()).toContain('Microphone capture is held up');
  expect(recording).toMatchObject({ recordingEnabled: true, input: 'open', numTakes: 0 });
  // What has come in of the lap is on the device already, in case the page does not come back.
  const [reel] = await listReels();
  const frames = async () =>
    (await getPieces(reel!.id)).reduce((sum, { left }) => sum + left.length, 0);
  await expect.poll(frames).toBeGreaterThan(48_000);
  // Asking for it in vain changes nothing, and says nothing untrue of the input.
  expect(await recorder.open()).toBe(true);
  expect(recording).toMatchObject({ isSuspended: true, input: 'open', message: null });
  giveBack();
  await recorder.open();
  expect(recording.isSuspended).toBe(false);
  await expect.poll(() => recording.numTakes, { timeout: 8000 }).toBe(1);
  expect(recording.takes[0]).toMatchObject({ startBar: 0, bars: 2, isCut: false });
  const loop = await recorder.makeLoop(recording.takes[0]!.id, 'test');
  const [wave] = (await getPcm(loop._id))!.channels as [Float32Array];
  // The click of every beat is there, before the pause and after it; the first may lie just before the end.
  for (let beat = 1; beat < 8; beat++) {
    const around = wave.slice(beat * 12_000 - 3000, beat * 12_000 + 3000).map(Math.abs);
    const off = Math.abs(around.indexOf(Math.max(...around)) - 3000) / 48;
    expect(off).toBeLessThan(3);
  }
});

it('ends cleanly when it is stopped while the sound is held up', async () => {
  const giveBack = await takeSoundAway();
  await recorder.toggle();
  expect(recording).toMatchObject({ recordingEnabled: false, phase: 'finishing' });
  giveBack();
  await recorder.open();
  await off();
  expect(recording.takes).toHaveLength(1);
  expect(recording.takes[0]).toMatchObject({ bars: 1, isCut: false });
  expect(transport.status).toBe('playing');
  expect(await listReels()).toEqual([]);
});

it('keeps what had come in when the input is unplugged as well', async () => {
  const giveBack = await takeSoundAway();
  loopback.unplug();
  await off();
  expect(recording.input).toBe('lost');
  expect(recording.takes[0]).toMatchObject({ bars: 2, isCut: true });
  await expect.poll(listReels).toEqual([]);
  giveBack();
  await recorder.toggle();
  expect(recording).toMatchObject({ recordingEnabled: true, isSuspended: false, input: 'open' });
});
