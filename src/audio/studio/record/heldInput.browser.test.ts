import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  arrive,
  clicks,
  engine,
  goAway,
  leave,
  loopback,
  openPanel,
  recorder,
  takes,
} from '../../../../tests/audio/recorderVisit.ts';
import { inRealTime } from '../../../../tests/support/realTime.ts';
import { emptyPattern, setStep } from '../../../data/rules/instruments/steps.ts';
import { getPcm } from '../../loading/pcmStore.ts';
import { mixer } from '../../state/mixer.ts';
import { setPadPattern, setPlayTempo } from '../../state/play.ts';
import { recording } from '../../state/recording.ts';
import { UNUSED_MS } from './input.ts';

beforeEach(async () => {
  await arrive();
  await recorder.restore();
  recorder.clear();
});
afterEach(async () => {
  vi.useRealTimers();
  await goAway();
  vi.restoreAllMocks();
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Longer than the recorder waits for the next panel. */
const AWAY_MS = 400;
/** Makes a take of the last bar as soon as one is whole. */
const keepBar = () => expect.poll(() => recorder.keepThat()).toBe(true);
const isEnded = () => {
  const tracks = loopback.tracks();
  return tracks.length > 0 && tracks.every(({ readyState }) => readyState === 'ended');
};

/** Records a take over clicks by the transport. @returns the largest distance of a click from its beat, in ms */
async function offOfTake(): Promise<number> {
  const count = recording.numTakes;
  await engine.setRifff(clicks());
  await recorder.toggle();
  await takes(count + 2);
  await recorder.stop();
  engine.stop();
  // The second: whole, whenever the first began.
  const loop = await recorder.makeLoop(recording.takes[count + 1]!.id, 'test');
  const [wave] = (await getPcm(loop._id))!.channels as [Float32Array];
  const beat = wave.length / 4;
  const turned = (k: number) => Math.abs(wave[(k + wave.length) % wave.length]!);
  const off = [0, 1, 2, 3].map((n) => {
    let best = Math.round(n * beat) - 2400;
    for (let k = best; k < n * beat + 2400; k++) if (turned(k) > turned(best)) best = k;
    expect(turned(best)).toBeGreaterThan(0.05);
    return Math.abs(best - n * beat) / 48;
  });
  return Math.max(...off);
}

describe('an input that has been opened', () => {
  inRealTime(
    'is the same one when its panel is left, and after the instruments were recorded',
    async () => {
      // It is measured all the same while it is muted.
      engine.setInputMuted(true);
      await expect.poll(() => mixer.isInputMuted).toBe(true);
      await recorder.calibrate();
      engine.setInputMuted(false);
      expect(recording.calibration.status).toBe('done');
      const { latency } = recording;
      expect(latency.origin).toBe('measured');
      leave();
      await wait(AWAY_MS);
      expect(recording.input).toBe('open');
      // A new opening would be up to 9 ms off.
      expect(await offOfTake()).toBeLessThan(1);

      const { pads } = await engine.studio();
      setPlayTempo(6, 16);
      setPadPattern(setStep(emptyPattern(1, 16), 0, 0, 3));
      const leaveStrip = recorder.use('instruments');
      await recorder.setSource('instruments');
      expect(recording).toMatchObject({ input: 'open', latency: { ms: 0, origin: 'none' } });
      await pads.start();
      await wait(AWAY_MS);
      pads.stop();
      leaveStrip();
      openPanel();
      await recorder.setSource('input');
      await recorder.open();
      expect(recording.latency).toEqual(latency);
      expect(await offOfTake()).toBeLessThan(1);
      expect(loopback.tracks()).toHaveLength(1);

      recorder.closeInput();
      await recorder.open();
      expect(recording.latency).toEqual({ ...latency, origin: 'remembered' });
    },
  );

  inRealTime('keeps what is played while its panel is away', async () => {
    await recorder.open();
    leave();
    await engine.setRifff(clicks());
    await engine.play();
    await wait(AWAY_MS);
    await keepBar();
    await takes(1);
    expect(recording.takes[0]!.peakDb).toBeGreaterThan(-30);
    openPanel();
  });
});

describe('an input that is muted', () => {
  inRealTime('is not recorded, stays open, and comes back', async () => {
    engine.setInputMuted(true);
    await expect.poll(() => mixer.isInputMuted).toBe(true);
    await recorder.open();
    await engine.setRifff(clicks());
    await engine.play();
    await keepBar();
    await takes(1);
    expect(recording.takes[0]!.peakDb).toBe(Number.NEGATIVE_INFINITY);
    engine.setInputMuted(false);
    // A bar of 0.6 s begins after that, and ends.
    await wait(1200);
    await keepBar();
    await takes(2);
    expect(recording.takes[1]!.peakDb).toBeGreaterThan(-30);
    engine.stop();
    expect(loopback.tracks()).toHaveLength(1);
  });
});

describe('an input is let go', () => {
  it('when the person closes it, but not while it is recorded', async () => {
    recorder.setPlace({ rifffName: '', bps: 8, barLength: 16 });
    await recorder.toggle();
    recorder.closeInput();
    expect(isEnded()).toBe(false);
    await takes(1);
    await recorder.stop();
    expect(recording.input).toBe('open');
    recorder.closeInput();
    expect(isEnded()).toBe(true);
    expect(recording.input).toBe('closed');
  });

  it('when the editor is left, after the take under way', async () => {
    recorder.setPlace({ rifffName: '', bps: 8, barLength: 16 });
    await recorder.toggle();
    await takes(1);
    await recorder.leave();
    expect(isEnded()).toBe(true);
    expect(recording).toMatchObject({ input: 'closed', phase: 'off', recordingEnabled: false });
  });

  it('when the editor is left while the browser still asks', async () => {
    await recorder.open();
    recorder.closeInput();
    const opening = recorder.open();
    await recorder.leave();
    expect(await opening).toBe(false);
    expect(isEnded()).toBe(true);
    expect(recording.input).toBe('closed');
  });

  it('when it is unplugged; instruments that are recorded meanwhile go on', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await recorder.open();
    await recorder.setSource('instruments');
    recorder.setPlace({ rifffName: '', bps: 8, barLength: 16 });
    await recorder.toggle();
    loopback.unplug();
    expect(isEnded()).toBe(true);
    expect(recording).toMatchObject({ input: 'lost', recordingEnabled: true });
    await takes(2);
    expect(recording.takes[1]).toMatchObject({ source: 'instruments', isCut: false });
  });

  inRealTime(
    'when nothing is recorded for ten minutes with its panel away: said, and measured anew',
    async () => {
      vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      await recorder.open();
      recorder.setLatencyNudge(3);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      leave();
      vi.advanceTimersByTime(UNUSED_MS - 1000);
      openPanel();
      vi.advanceTimersByTime(UNUSED_MS + 1000);
      expect(isEnded()).toBe(false); // its panel is there
      leave();
      vi.advanceTimersByTime(UNUSED_MS - 1000);
      expect(isEnded()).toBe(false);
      vi.advanceTimersByTime(1000);
      expect(isEnded()).toBe(true);
      expect(recording).toMatchObject({ input: 'closed', isInputTimedOut: true });
      vi.useRealTimers();
      openPanel();
      await recorder.open();
      expect(loopback.tracks()).toHaveLength(2);
      expect(recording).toMatchObject({
        isInputTimedOut: true,
        latency: { nudgeMs: 3 },
        calibration: { status: 'idle' },
      });
      await recorder.calibrate();
      expect(recording).toMatchObject({
        isInputTimedOut: false,
        latency: { origin: 'measured', nudgeMs: 3 },
      });
      recorder.setLatencyNudge(0);
      expect(await offOfTake()).toBeLessThan(1);
    },
  );
});
