import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { impulse, makeLoop, makeRifff } from '../../../../tests/audio/loops.ts';
import {
  arrive,
  clicks,
  engine,
  goAway,
  leave,
  loopback,
  off,
  openPage,
  reachBar,
  recorder,
  takes,
} from '../../../../tests/audio/recorderVisit.ts';
import { emptyPattern, setStep } from '../../../data/rules/instruments/steps.ts';
import { barFrames } from '../../../data/rules/time/timing.ts';
import { getPcm } from '../../loading/pcmStore.ts';
import { setPadPattern, setPlayTempo } from '../../state/play.ts';
import { recording } from '../../state/recording.ts';

beforeEach(arrive);
afterEach(async () => {
  await goAway();
  vi.restoreAllMocks();
});

/** Bars since what plays began, as it is heard now. */
function heardBar(): number {
  const { heard, grid } = engine.inStep.place()!;
  const { originFrame, bps, barLength } = grid!;
  return Math.floor((heard.frame - originFrame) / barFrames(barLength, bps));
}

describe('recording', () => {
  it('takes the bar that has just begun when the press is late', async () => {
    await recorder.open();
    // Bars of two beats of a second: the beat within which a press is only late is long on a busy machine too.
    const shape = { bps: 1, length16ths: 8, barLength: 8 };
    await engine.setRifff(makeRifff([makeLoop({ sound: impulse(0.9), ...shape })]));
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
    // The machine may have stood still for some bars: they are those before the press, wherever that was.
    const before = heardBar();
    expect(await recorder.keepThat()).toBe(true);
    const after = heardBar();
    await takes(1);
    const { bars, startBar } = recording.takes[0]!;
    expect(bars).toBe(2);
    expect(startBar + bars).toBeGreaterThanOrEqual(before);
    // What is recorded is ahead of what is heard by less than a bar.
    expect(startBar + bars).toBeLessThanOrEqual(after + 1);
    expect(recording.takes[0]!.peakDb).toBeGreaterThan(-30);
  });

  it('over an empty rifff counts in and records at the tempo of the draft', async () => {
    recorder.setPlace({ rifffName: 'Draft', bps: 8, barLength: 16 });
    recorder.setCountIn(true);
    recorder.setMetronome(true);
    await recorder.toggle();
    expect(recording.phase).toBe('waiting');
    expect(recording.passBar).toBe(-1);
    await takes(1);
    recorder.setMetronome(false);
    expect(recording.takes[0]).toMatchObject({
      bps: 8,
      bars: 1,
      startBar: 0,
      name: 'Take 1 on Draft',
    });
    // The clicks of the metronome came back.
    expect(recording.takes[0]!.peakDb).toBeGreaterThan(-40);
  });

  it('keeps what was recorded when the plug is pulled, says so and logs it', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await recorder.open()).toBe(true);
    await engine.setRifff(
      makeRifff([makeLoop({ sound: impulse(0.9), bps: 5, length16ths: 4, barLength: 16 })]),
    );
    // A pass is so long that the machine may stand still for some bars: the plug is pulled in the first one.
    recorder.setTakeLength(16);
    await recorder.toggle();
    // Where it could not begin the reason is seen here, and nothing is waited for that cannot come.
    expect(recording).toMatchObject({ recordingEnabled: true, input: 'open', message: null });
    await expect.poll(() => recording.passBar).toBeGreaterThanOrEqual(1);
    expect(recording.passes).toBe(0);
    loopback.unplug();
    expect(recording.input).toBe('lost');
    expect(recording.recordingEnabled).toBe(false);
    await off();
    expect(recording.message).toContain('unplugged');
    expect(logged.mock.calls.flat().join()).toContain('Microphone capture ended');
    await takes(1);
    expect(recording.takes[0]).toMatchObject({ bars: 16, isCut: true });
    expect(recording.takes[0]!.peakDb).toBeGreaterThan(-30);
    // The next press asks again.
    await recorder.toggle();
    expect(recording.recordingEnabled).toBe(true);
  });

  it('goes on from bar to bar though the browser says that sound leaves a minute late', async () => {
    await recorder.open();
    vi.spyOn(AudioContext.prototype, 'outputLatency', 'get').mockReturnValue(60);
    await engine.setRifff(clicks());
    recorder.setTakeLength(4);
    await recorder.toggle();
    await expect.poll(() => recording.passBar).toBeGreaterThanOrEqual(1);
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
