/**
 * What is recorded lies on its beat. One page whose latency is measured once: each test goes on after the one before.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { impulse, makeLoop, makeRifff } from '../../../../tests/audio/loops.ts';
import {
  arrive,
  clicks,
  engine,
  goAway,
  loopback,
  off,
  openPage,
  reachBar,
  recorder,
  reset,
  takes,
} from '../../../../tests/audio/recorderVisit.ts';
import { inRealTime } from '../../../../tests/support/realTime.ts';
import { MASTER_GAIN_DB } from '../../../data/contract/constants.ts';
import { loopFrames } from '../../../data/rules/time/timing.ts';
import { getPcm } from '../../loading/pcmStore.ts';
import { recording, recordMeter } from '../../state/recording.ts';
import { transport } from '../../state/transport.ts';
import { getTakeSound } from './takeStore.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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
  beforeAll(arrive);
  afterEach(async () => {
    await recorder.stop();
    engine.stop();
    engine.setSlotGain(0, 1);
    reset();
  });
  afterAll(goAway);

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
    engine.stop();
  });

  inRealTime('is found by the bursts and said to be measured', async () => {
    await recorder.calibrate();
    expect(recording.calibration).toMatchObject({ status: 'done', heard: 3 });
    expect(recording.latency.origin).toBe('measured');
    expect(recording.latency.ms).toBeGreaterThan(37.5);
    expect(recording.latency.ms).toBeLessThan(37.5 + 60);
  });

  inRealTime(
    'lets recording play the rifff and make a take of every pass, each on the beat',
    async () => {
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
    },
  );

  inRealTime(
    'lets it count a bar in by clicks before a stopped rifff, which then begins with the first take',
    async () => {
      // One loud click in two bars, so that what else is heard is the metronome.
      await engine.setRifff(
        makeRifff([makeLoop({ sound: impulse(0.9), bps: 20 / 3, length16ths: 32, barLength: 16 })]),
      );
      recorder.setTakeLength(2);
      recorder.setCountIn(true);
      await recorder.toggle();
      expect(recording).toMatchObject({ phase: 'waiting', passBar: -1, recordingEnabled: true });
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
    },
  );

  inRealTime(
    'lets takes be heard after half a second, with recording off, over the bars over which they were played',
    async () => {
      // One click in two bars: wherever the take begins, the click belongs on the first beat of the rifff.
      await engine.setRifff(
        makeRifff([makeLoop({ sound: impulse(0.9), bps: 10, length16ths: 32, barLength: 16 })]),
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
      // What is heard now is the take alone; two bars of it are kept, and must lie where they lay.
      await expect.poll(() => recordMeter.previewShare).toBeGreaterThan(-1);
      await wait(1700);
      const count = recording.numTakes;
      await expect.poll(() => recorder.keepThat()).toBe(true);
      await takes(count + 1);
      expect(recording.takes[count]!.peakDb).toBeGreaterThan(-40);
      expect(Math.abs(await clickOf(count))).toBeLessThan(0.003 * 48_000);
      await recorder.preview(0);
      expect(recording.previewId).toBeNull();
      expect(recording.selectedTake).toBe(0);
    },
  );

  it('is remembered on the next visit', async () => {
    const { ms } = recording.latency;
    recorder.setLatencyNudge(3);
    await engine.dispose();
    await openPage();
    await recorder.open();
    expect(recording.latency).toEqual({ ms, origin: 'remembered', nudgeMs: 3 });
  });
});
