import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gesture } from '../../../../tests/audio/gesture.ts';
import { joinLoopback, type Loopback } from '../../../../tests/audio/loopback.ts';
import { impulse, makeLoop, makeRifff } from '../../../../tests/audio/loops.ts';
import { MASTER_GAIN_DB } from '../../../data/contract/constants.ts';
import { emptyPattern, setStep } from '../../../data/rules/steps.ts';
import { loopFrames } from '../../../data/rules/timing.ts';
import { createEngine } from '../../createEngine.ts';
import type { Engine } from '../../Engine.ts';
import { getPcm } from '../../local/pcmStore.ts';
import { setPadPattern, setPlayTempo } from '../../state/play.ts';
import { patchRecording, recording, showTakes } from '../../state/recording.ts';
import { transport } from '../../state/transport.ts';
import type { Recorder } from './Recorder.ts';
import { getTakeSound } from './takeStore.ts';

let engine: Engine;
let recorder: Recorder;
let loopback: Loopback;
let leave: () => void;

/** The recorder of a page that has just been loaded. */
async function openPage(): Promise<void> {
  showTakes([]);
  patchRecording({ selectedTake: -1, message: null, isClipped: false });
  engine = createEngine();
  recorder = (await engine.studio()).recorder;
  leave = recorder.use();
}

beforeEach(async () => {
  localStorage.clear();
  await gesture();
  loopback = joinLoopback();
  loopback.delaySec = 0.0375;
  await openPage();
  recorder.clear();
  recorder.setTakeLength(1);
  recorder.setCountIn(false);
});
afterEach(async () => {
  if (recording.phase !== 'off') await recorder.toggle();
  await off();
  leave();
  await recorder.leave();
  recorder.clear();
  loopback.release();
  engine.setMasterGainDb(MASTER_GAIN_DB);
  await engine.dispose();
  vi.restoreAllMocks();
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const reachBar = async (bar: number) => {
  const barNow = () => {
    engine.telemetry.sample();
    return engine.telemetry.bar;
  };
  await expect.poll(barNow, { timeout: 8000, interval: 10 }).toBe(bar);
};
const off = () => expect.poll(() => recording.phase, { timeout: 8000 }).toBe('off');
const takes = (count: number) =>
  expect.poll(() => recording.numTakes, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);

/** A bar of four beats of 150 ms, with a click on the first two beats of every bar of two. */
const clicks = () =>
  makeRifff([makeLoop({ sound: impulse(0.9), bps: 20 / 3, length16ths: 4, barLength: 16 })]);

/** Frames of clicks in the loop that a take becomes, against the beats on which they were played. */
async function misplaced(index: number): Promise<number[]> {
  const loop = await recorder.makeLoop(recording.takes[index]!.id, 'test');
  const [wave] = (await getPcm(loop._id))!.channels as [Float32Array];
  expect(wave).toHaveLength(loopFrames(16, 20 / 3, 48_000));
  const beat = wave.length / 4;
  return [0, 1, 2, 3].map((n) => {
    // A click may lie just before the first beat: the loop goes round.
    const turned = (k: number) => Math.abs(wave[(k + wave.length) % wave.length]!);
    let best = Math.round(n * beat) - 2400;
    for (let k = best; k < n * beat + 2400; k++) if (turned(k) > turned(best)) best = k;
    expect(turned(best)).toBeGreaterThan(0.05);
    return best - n * beat;
  });
}

/** Frames from the start of the loop that a take becomes to the one click in it; negative just before its end. */
async function clickOf(index: number): Promise<number> {
  const loop = await recorder.makeLoop(recording.takes[index]!.id, 'test');
  const [wave] = (await getPcm(loop._id))!.channels as [Float32Array];
  let best = 0;
  for (let n = 0; n < wave.length; n++) if (Math.abs(wave[n]!) > Math.abs(wave[best]!)) best = n;
  return best > wave.length / 2 ? best - wave.length : best;
}

describe('latency', () => {
  it('is found by the bursts, said to be measured, and remembered on the next visit', async () => {
    await recorder.calibrate();
    expect(recording.calibration).toMatchObject({ status: 'done', heard: 3 });
    expect(recording.latency.origin).toBe('measured');
    expect(recording.latency.ms).toBeGreaterThan(37.5);
    expect(recording.latency.ms).toBeLessThan(37.5 + 60);
    const { ms } = recording.latency;
    recorder.setLatencyNudge(3);
    await engine.dispose();
    await openPage();
    await recorder.open();
    expect(recording.latency).toEqual({ ms, origin: 'remembered', nudgeMs: 3 });
  });

  it('is refused when nothing was heard, or while music plays', async () => {
    engine.setMasterGainDb(-120);
    await recorder.calibrate();
    expect(recording.calibration).toMatchObject({ status: 'refused', heard: 0 });
    expect(recording.calibration.refusal).toContain('not heard');
    expect(recording.latency.origin).toBe('estimated');
    engine.setMasterGainDb(MASTER_GAIN_DB);
    await engine.setRifff(clicks());
    await engine.play();
    await recorder.calibrate();
    expect(recording.calibration.refusal).toContain('Stop the music');
  });
});

describe('recording', () => {
  it('plays the rifff and makes a take of every lap, each on the beat', async () => {
    await recorder.calibrate();
    await engine.setRifff(clicks());
    expect(transport.status).toBe('stopped');
    await recorder.toggle();
    expect(transport.status).toBe('playing');
    expect(recording.recordingEnabled).toBe(true);
    await takes(3);
    await recorder.toggle();
    expect(recording.recordingEnabled).toBe(false);
    await off();
    expect(recording.takes.map(({ number }) => number).slice(0, 3)).toEqual([1, 2, 3]);
    for (const index of [0, 1, 2]) {
      for (const frames of await misplaced(index))
        expect(Math.abs(frames)).toBeLessThan(0.003 * 48_000);
    }
    const constraints = loopback.asked?.audio as MediaTrackConstraints;
    expect(constraints).toMatchObject({
      echoCancellation: false,
      noiseSuppression: false,
      autoGainControl: false,
    });
    expect(transport.status).toBe('playing');
  });

  it('takes the bar that has just begun when the press is late', async () => {
    await recorder.open();
    await engine.setRifff(makeRifff([makeLoop({ sound: impulse(0.9), bps: 2 })]));
    await engine.play();
    await reachBar(1);
    await recorder.toggle();
    expect(recording.phase).toBe('recording');
    await takes(1);
    expect(recording.takes[0]).toMatchObject({ startBar: 1, bars: 1, isCut: false });
  });

  it('keeps the last bars that were played although nobody pressed record', async () => {
    await recorder.open();
    recorder.setTakeLength(2);
    expect(await recorder.keepThat()).toBe(false);
    expect(recording.message).toContain('Not one whole bar');
    await engine.setRifff(clicks());
    await engine.play();
    await reachBar(3);
    expect(await recorder.keepThat()).toBe(true);
    await takes(1);
    expect(recording.takes[0]).toMatchObject({ bars: 2, startBar: 1 });
    expect(recording.takes[0]!.peakDb).toBeGreaterThan(-30);
  });

  it('counts a bar in by clicks before a stopped rifff, which then begins with the first take', async () => {
    await recorder.calibrate();
    // One loud click in two bars, so that what else is heard is the metronome.
    await engine.setRifff(
      makeRifff([makeLoop({ sound: impulse(0.9), bps: 20 / 3, length16ths: 32, barLength: 16 })]),
    );
    recorder.setTakeLength(2);
    recorder.setCountIn(true);
    await recorder.toggle();
    expect(recording).toMatchObject({ phase: 'waiting', lapBar: -1, recordingEnabled: true });
    expect(transport.status).toBe('playing');
    await takes(1);
    const [take] = recording.takes;
    expect(take).toMatchObject({ startBar: 0, bars: 2, isCut: false });
    expect(Math.abs(await clickOf(0))).toBeLessThan(0.003 * 48_000);
    const { channels, padFrames } = (await getTakeSound(take!.id))!;
    const [wave] = channels as [Float32Array];
    const loudest = (from: number, to: number) =>
      wave.slice(from, to).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    // The last three beats before it, and nothing between them but the ringing of the clicks.
    for (const beat of [1, 2, 3]) {
      const at = padFrames - beat * 7200;
      expect(loudest(at - 200, at + 2000)).toBeGreaterThan(0.02);
      expect(loudest(at + 4800, at + 6900)).toBeLessThan(0.02);
    }
    // Without the metronome nothing clicks once recording has begun.
    expect(loudest(padFrames + 7000, padFrames + 9200)).toBeLessThan(0.02);
    await recorder.stop();
    engine.stop();
    const count = recording.numTakes;
    await recorder.toggle();
    expect(recording.phase).toBe('waiting');
    await recorder.toggle();
    await off();
    expect(transport.status).toBe('stopped');
    expect(recording.numTakes).toBe(count);
  });

  it('over an empty rifff counts in and records at the tempo of the draft', async () => {
    recorder.setPlace({ rifffName: 'Draft', bps: 5, barLength: 16 });
    recorder.setCountIn(true);
    recorder.setMetronome(true);
    await recorder.toggle();
    expect(recording.phase).toBe('waiting');
    expect(recording.lapBar).toBe(-1);
    await takes(1);
    recorder.setMetronome(false);
    expect(recording.takes[0]).toMatchObject({
      bps: 5,
      bars: 1,
      startBar: 0,
      name: 'Take 1 on Draft',
    });
    // The clicks of the metronome came back.
    expect(recording.takes[0]!.peakDb).toBeGreaterThan(-40);
  });

  it('keeps what was recorded when the plug is pulled, says so and logs it', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await recorder.open();
    await engine.setRifff(
      makeRifff([makeLoop({ sound: impulse(0.9), bps: 2, length16ths: 4, barLength: 16 })]),
    );
    recorder.setTakeLength(4);
    await recorder.toggle();
    await expect.poll(() => recording.lapBar, { timeout: 8000 }).toBe(1);
    loopback.unplug();
    expect(recording.input).toBe('lost');
    expect(recording.recordingEnabled).toBe(false);
    await off();
    expect(recording.message).toContain('unplugged');
    expect(logged.mock.calls.flat().join()).toContain('Microphone capture ended');
    await takes(1);
    expect(recording.takes[0]).toMatchObject({ bars: 4, isCut: true });
    expect(recording.takes[0]!.peakDb).toBeGreaterThan(-30);
    // The next press asks again.
    await recorder.toggle();
    expect(recording.recordingEnabled).toBe(true);
  });

  it('says and logs a refused microphone, and records when it is allowed after all', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    loopback.refusal = new DOMException('Permission denied', 'NotAllowedError');
    await recorder.toggle();
    expect(recording).toMatchObject({ input: 'refused', phase: 'off', recordingEnabled: false });
    expect(recording.message).toContain('does not let this page');
    expect(logged).toHaveBeenCalledWith('Microphone capture failed', loopback.refusal);
    loopback.refusal = new DOMException('none', 'NotFoundError');
    await recorder.toggle();
    expect(recording.input).toBe('missing');
    loopback.refusal = null;
    await recorder.toggle();
    expect(recording).toMatchObject({ input: 'open', message: null, recordingEnabled: true });
  });
});

describe('takes', () => {
  it('outlive a reload with their sound, and clearing lets them go', async () => {
    recorder.setPlace({ rifffName: '', bps: 8, barLength: 16 });
    recorder.setMetronome(true);
    await recorder.toggle();
    await takes(2);
    await recorder.toggle();
    await off();
    recorder.setMetronome(false);
    const before = recording.takes;
    recorder.editTake(before[0]!.id, { name: 'Rain on tin', nudgeMs: -4 });
    leave();
    await engine.dispose();
    await openPage();
    await recorder.restore();
    expect(recording.numTakes).toBe(before.length);
    expect(recording.takes[0]).toEqual({ ...before[0], name: 'Rain on tin', nudgeMs: -4 });
    const loop = await recorder.makeLoop(before[0]!.id, 'test');
    expect(loop).toMatchObject({ name: 'Rain on tin', length16ths: 16, bps: 8, category: '?' });
    recorder.removeTake(before[0]!.id);
    await expect.poll(() => recording.numTakes).toBe(before.length - 1);
    recorder.restoreTake();
    expect(recording.takes[0]!.name).toBe('Rain on tin');
    recorder.select(0);
    recorder.clear();
    expect(recording).toMatchObject({ numTakes: 0, selectedTake: -1, takes: [] });
  });

  it('are heard after half a second, with recording off, over the bars over which they were played', async () => {
    await recorder.calibrate();
    // One click in two bars: wherever the take begins, the click belongs on the first beat of the rifff.
    await engine.setRifff(
      makeRifff([makeLoop({ sound: impulse(0.9), bps: 20 / 3, length16ths: 32, barLength: 16 })]),
    );
    recorder.setTakeLength(2);
    await engine.play();
    await reachBar(1);
    await recorder.toggle();
    await takes(1);
    const first = recording.takes[0]!;
    expect(Math.abs(await clickOf(0))).toBeLessThan(0.003 * 48_000);
    await recorder.preview(0);
    expect(recording).toMatchObject({
      recordingEnabled: false,
      selectedTake: 0,
      previewId: first.id,
    });
    await off();
    engine.setSlotGain(0, 0);
    // What is heard now is the take alone; it is kept, and must lie where it lay.
    await wait(2500);
    const count = recording.numTakes;
    expect(await recorder.keepThat()).toBe(true);
    await takes(count + 1);
    expect(recording.takes[count]!.peakDb).toBeGreaterThan(-40);
    expect(Math.abs(await clickOf(count))).toBeLessThan(0.003 * 48_000);
    await recorder.preview(0);
    expect(recording.previewId).toBeNull();
    expect(recording.selectedTake).toBe(0);
  });

  it('of the instruments lie on their beat without any latency', async () => {
    const { pads } = await engine.studio();
    const bps = 6;
    setPlayTempo(bps, 16);
    setPadPattern(setStep(emptyPattern(1, 16), 0, 0, 3));
    await recorder.setSource('instruments');
    expect(recording.latency).toEqual({ ms: 0, origin: 'none', nudgeMs: 0 });
    expect(loopback.asked).toBeNull();
    recorder.setPlace({ rifffName: '', bps, barLength: 16 });
    await pads.start();
    await recorder.toggle();
    await takes(2);
    await recorder.toggle();
    await off();
    pads.stop();
    const take = recording.takes[1]!;
    expect(take).toMatchObject({ source: 'instruments', isCut: false, bps });
    const loop = await recorder.makeLoop(take.id, 'test');
    const [wave] = (await getPcm(loop._id))!.channels as [Float32Array];
    const peak = wave.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    expect(peak).toBeGreaterThan(0.05);
    const onset = wave.findIndex((x) => Math.abs(x) > 0.1 * peak);
    expect(onset).toBeLessThan(0.003 * 48_000);
    // Nothing of the hit lies before its beat, at the end of the loop.
    expect(wave.slice(-480).reduce((most, x) => Math.max(most, Math.abs(x)), 0)).toBeLessThan(
      0.1 * peak,
    );
    await recorder.setSource('input');
  });
});
