import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gesture } from '../../../tests/audio/gesture.ts';
import { impulse, makeLoop, makeRifff, sine } from '../../../tests/audio/loops.ts';
import { type Recording, tapLoudspeaker } from '../../../tests/audio/recorder.ts';
import { inRealTime } from '../../../tests/support/realTime.ts';
import { addLoop, deleteLoop, setSlotOn, setTempo } from '../../data/rules/draft/draft.ts';
import { rifffFrames } from '../../data/rules/time/timing.ts';
import { mixer } from '../state/mixer.ts';
import { transport } from '../state/transport.ts';
import { createEngine } from './createEngine.ts';
import type { Engine } from './Engine.ts';

let engine: Engine;
let tap: ReturnType<typeof tapLoudspeaker>;
beforeEach(async () => {
  await gesture();
  tap = tapLoudspeaker();
  engine = createEngine();
});
afterEach(async () => {
  engine.setLooping(true);
  tap.release();
  await engine.dispose();
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Where in its turn the rifff is now. */
function phase(): number {
  engine.telemetry.sample();
  return engine.telemetry.phase;
}
/** Which of the first three slots sound now. */
function sounds(): boolean[] {
  engine.telemetry.sample();
  return [...engine.telemetry.levels.subarray(0, 3)].map((level) => level > 0.1);
}

/** Frames of impulses, which beat out the grid of a rifff at 10 quarter notes a second in bars of one. */
const hitsOf = ({ wave }: Recording) =>
  [...wave.keys()].filter((n) => wave[n]! > 0.1 && wave[n]! >= (wave[n - 1] ?? 0));
const four = <T>(value: T): T[] => new Array<T>(4).fill(value);
const fast = (amplitude: number) =>
  makeRifff([makeLoop({ sound: impulse(amplitude), bps: 10, length16ths: 8, barLength: 4 })]);

describe('the list', () => {
  inRealTime(
    'goes on to the next on the very frame when looping is off, and stops at the end',
    async () => {
      const [first, second] = [fast(0.9), fast(0.4)];
      engine.setList([first, second]);
      engine.setLooping(false);
      await engine.skipTo(0);
      await engine.play();
      await tap.start(60);
      await expect.poll(() => transport.status).toBe('stopped');
      const recording = await tap.stop();
      const hits = hitsOf(recording);
      expect(rifffFrames(first)).toBe(38_400);
      // Recording begins a moment after the first beat of the first.
      const isFirst = hits.map((n) => recording.wave[n]! > 0.3);
      expect(isFirst.length).toBeGreaterThan(5);
      expect(isFirst).toEqual([...isFirst.slice(0, -4).fill(true), ...four(false)]);
      expect(hits.slice(1).map((at, i) => at - hits[i]!)).toEqual(hits.slice(1).map(() => 9600));
      expect(transport.currentRifffId).toBe(second._id);
      expect(transport.listIndex).toBe(1);
      await engine.skipForward();
      expect(transport.listIndex).toBe(1);
      await engine.skipBack();
      expect(transport.currentRifffId).toBe(first._id);
    },
  );

  it('loops for ever when looping is on', async () => {
    await engine.setRifff(fast(0.9));
    await engine.play();
    // Two turns of it.
    await tap.start(1.7);
    await tap.heard(1.7);
    const hits = hitsOf(await tap.stop());
    expect(hits.length).toBeGreaterThan(1);
    expect(hits.slice(1).map((at, i) => at - hits[i]!)).toEqual(hits.slice(1).map(() => 9600));
    expect(transport.status).toBe('playing');
  });
});

describe('transport', () => {
  it('pauses, goes on from there, and stops to the start', async () => {
    await engine.setRifff(makeRifff([makeLoop({ sound: sine(200), length16ths: 16 })]));
    await engine.togglePlay();
    // A turn lasts 16 s.
    await expect.poll(() => 16 * phase()).toBeGreaterThan(0.3);
    await engine.togglePlay();
    expect(transport.status).toBe('paused');
    const at = phase();
    expect(at * 16).toBeGreaterThan(0.3);
    await wait(300);
    engine.telemetry.sample();
    expect(engine.telemetry.phase).toBe(at);
    expect(engine.telemetry.levels[0]).toBe(0);
    await engine.play();
    await expect.poll(phase).toBeGreaterThan(at);
    engine.stop();
    engine.telemetry.sample();
    expect(engine.telemetry.phase).toBe(0);
  });

  it('changes tempo while it plays and keeps its place in bars', async () => {
    const rifff = makeRifff([makeLoop({ sound: sine(200), length16ths: 16, bps: 6 })]);
    await engine.setRifff(rifff);
    await engine.play();
    await expect.poll(() => phase() && engine.telemetry.bar).toBeGreaterThan(0);
    const turnSec = rifffFrames(rifff) / 48_000;
    const [before, fromMs] = [phase(), performance.now()];
    await engine.setRifff(setTempo(rifff, 12));
    const moved = (phase() - before + 1) % 1;
    // No further than the faster tempo goes meanwhile, however long the change took.
    const sec = (performance.now() - fromMs) / 1000;
    expect(moved).toBeLessThan((2 * sec) / turnSec + 0.02);
    await expect.poll(() => sounds()[0]).toBe(true);
    expect(transport.status).toBe('playing');
  });

  it('lets the solo follow its loop when a slot before it is deleted', async () => {
    const rifff = makeRifff([1, 2, 3].map((i) => makeLoop({ sound: sine(200 * i) })));
    await engine.setRifff(rifff);
    await engine.play();
    engine.setSolo(2);
    await expect.poll(sounds).toEqual([false, false, true]);
    await engine.setRifff(deleteLoop(rifff, 0));
    await expect.poll(sounds).toEqual([false, true, false]);
    expect(mixer.solo).toBe(1);
  });

  it('lets loops into an empty rifff that already plays', async () => {
    const empty = deleteLoop(makeRifff([makeLoop({ sound: sine(1) })]), 0);
    await engine.setRifff(empty);
    await engine.play();
    await engine.setRifff(addLoop(empty, makeLoop({ sound: sine(300) })));
    await expect.poll(() => sounds()[0]).toBe(true);
  });
});

describe('while another rifff waits for its boundary', () => {
  /** Eight bars in two seconds; only the pitch tells them apart. */
  const tone = (periods: number) =>
    makeRifff(
      [periods, 55].map((one) =>
        makeLoop({ sound: sine(one), bps: 12, length16ths: 12, barLength: 12 }),
      ),
    );

  inRealTime(
    'a touch acts on the one that is heard, and the change comes all the same',
    async () => {
      const [first, second] = [tone(200), tone(300)];
      await engine.setRifff(first);
      await engine.play();
      const change = engine.setRifff(second, { boundary: 'rifff' });
      await expect.poll(() => transport.pendingRifffId).toBe(second._id);
      await wait(200);
      await engine.setRifff(setSlotOn(first, 0, false));
      engine.setSlotGain(1, 0);
      await wait(200);
      engine.telemetry.sample();
      expect(transport.currentRifffId).toBe(first._id);
      expect(transport.pendingRifffId).toBe(second._id);
      expect([...engine.telemetry.levels.subarray(0, 2)]).toEqual([0, 0]);
      engine.setSlotGain(1, 1);
      await expect.poll(() => sounds()[1], { interval: 10 }).toBe(true);
      await change;
      await expect.poll(() => sounds().slice(0, 2)).toEqual([true, true]);
      expect(transport.currentRifffId).toBe(second._id);
    },
  );

  inRealTime('looping turned on again stays with the one that is heard', async () => {
    const [first, second] = [fast(0.9), fast(0.4)];
    engine.setList([first, second]);
    engine.setLooping(false);
    await engine.skipTo(0);
    await engine.play();
    await expect.poll(() => transport.pendingRifffId).toBe(second._id);
    engine.setLooping(true);
    expect(transport.pendingRifffId).toBeNull();
    expect(transport.listIndex).toBe(0);
    // The boundary at which it would have changed is past: a turn lasts 0.8 s.
    await wait(1000);
    await tap.start(0.9);
    await tap.heard(0.9);
    const recording = await tap.stop();
    const hits = hitsOf(recording);
    expect(hits.length).toBeGreaterThan(1);
    expect(hits.every((n) => recording.wave[n]! > 0.3)).toBe(true);
    expect(transport.currentRifffId).toBe(first._id);
    expect(transport.status).toBe('playing');
  });
});

describe('audition', () => {
  it('sounds alone, and beside a rifff in its time, and goes at once', async () => {
    const loop = makeLoop({ sound: sine(500), bps: 1.5 });
    const auditionLevel = () => {
      engine.telemetry.sample();
      return engine.telemetry.levels[9];
    };
    await engine.audition(loop);
    await expect.poll(auditionLevel).toBeGreaterThan(0.05);
    engine.stopAudition();
    await engine.setRifff(makeRifff([makeLoop({ sound: sine(200, 1e-5) })]));
    await engine.play();
    await expect.poll(auditionLevel).toBe(0);
    await engine.audition(loop);
    await expect.poll(auditionLevel).toBeGreaterThan(0.05);
    expect(transport.auditionLoopId).toBe(loop._id);
    engine.stopAudition();
    await expect.poll(auditionLevel).toBe(0);
    expect(transport.auditionLoopId).toBeNull();
  });
});
