import { afterEach, describe, expect, it } from 'vitest';
import { gesture } from '../../../tests/audio/gesture.ts';
import { makeLoop, makeRifff, noise, sine } from '../../../tests/audio/loops.ts';
import { tapLoudspeaker } from '../../../tests/audio/recorder.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { setTempo } from '../../data/rules/draft/draft.ts';
import { transport } from '../state/transport.ts';
import { createEngine } from './createEngine.ts';
import type { Engine } from './Engine.ts';

let engine: Engine | null = null;
const { fetch: realFetch } = globalThis;
afterEach(async () => {
  globalThis.fetch = realFetch;
  await engine?.dispose();
  engine = null;
});

/** How loud each slot is now. */
function levels(): number[] {
  engine!.telemetry.sample();
  return [...engine!.telemetry.levels.subarray(0, 8)];
}
const eight = () =>
  makeRifff(Array.from({ length: 8 }, (_, i) => makeLoop({ sound: sine(200 + i) })));

/** The rifff with a change to one of its loops. */
function withLoop(rifff: Rifff, index: number, change: object): Rifff {
  const loops = rifff.loops.map((loop, i) => (i === index ? { ...loop, ...change } : loop));
  return { ...rifff, loops };
}

/** The engine fetches a piece of its own code too. */
const isLoop = (input: RequestInfo | URL) => String(input).startsWith('blob:');

describe('loading', () => {
  it('rejects with the words of the catalogue', async () => {
    engine = createEngine();
    const rifff = eight();
    await expect(engine.preload(withLoop(rifff, 2, { url: undefined }))).rejects.toThrow(
      MESSAGES.noMediaForLoop,
    );
    await expect(engine.preload(withLoop(rifff, 3, { bps: Number.NaN }))).rejects.toThrow(
      MESSAGES.notALoop,
    );
    const text = URL.createObjectURL(new Blob(['not a sound']));
    await expect(engine.preload(withLoop(eight(), 4, { url: text }))).rejects.toThrow(
      MESSAGES.noMediaForLoop,
    );
  });

  it('can be cancelled, and nothing has changed then', async () => {
    await gesture();
    engine = createEngine();
    const playing = eight();
    await engine.setRifff(playing);
    await engine.play();
    globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal!.reason));
      });
    const abort = new AbortController();
    const change = engine.setRifff(eight(), { signal: abort.signal });
    const preload = engine.preload(eight(), abort.signal);
    await expect.poll(() => transport.pendingRifffId).not.toBeNull();
    abort.abort();
    await expect(change).rejects.toThrow(MESSAGES.loadingCancelled);
    await expect(preload).rejects.toThrow(MESSAGES.loadingCancelled);
    expect(transport.pendingRifffId).toBeNull();
    expect(transport.currentRifffId).toBe(playing._id);
    await expect.poll(levels).toSatisfy((all: number[]) => all[5]! > 0.1);
  });

  it('tries again when the network fails', async () => {
    engine = createEngine();
    let calls = 0;
    globalThis.fetch = (input, init) => {
      if (!isLoop(input)) return realFetch(input, init);
      calls += 1;
      return calls < 3 ? Promise.reject(new TypeError('Failed to fetch')) : realFetch(input, init);
    };
    await engine.preload(makeRifff([makeLoop({ sound: sine(220) })]));
    expect(calls).toBe(3);
  });

  it('fetches a loop once, whoever asks for it', async () => {
    engine = createEngine();
    let calls = 0;
    globalThis.fetch = (input, init) => {
      if (isLoop(input)) calls += 1;
      return realFetch(input, init);
    };
    const rifff = makeRifff([makeLoop({ sound: sine(220) })]);
    await Promise.all([engine.preload(rifff), engine.preload(rifff), engine.setRifff(rifff)]);
    await engine.preload(setTempo(rifff, 2.2));
    expect(calls).toBe(1);
  });

  it('plays seven loops when the eighth fails, and says which', async () => {
    await gesture();
    engine = createEngine();
    await engine.setRifff(withLoop(eight(), 4, { url: undefined }));
    expect(transport.load).toBe('failed');
    expect(transport.failedSlots).toEqual([4]);
    expect(transport.error).toBe(MESSAGES.noMediaForLoop);
    await engine.play();
    await expect
      .poll(() => levels().map((level) => level > 0.1))
      .toEqual([true, true, true, true, false, true, true, true]);
  });

  it('measures a loop of unknown loudness and matches its level', async () => {
    await gesture();
    engine = createEngine();
    const quiet = makeLoop({ sound: noise(1, 1, 0.05), loudnessLufs: null, category: 'drums' });
    const loud = makeLoop({ sound: noise(2, 1, 0.5), loudnessLufs: null, category: 'drums' });
    await engine.setRifff(makeRifff([quiet, loud]));
    await engine.play();
    // 20 dB apart in the files; the quiet one is raised by 9 dB at most.
    await expect.poll(levels).toSatisfy(([a, b]: number[]) => a! > 0.05 && b! / a! < 2);
  });
});

describe('a first play', () => {
  const RATE = 48_000;
  /** An impulse at a share of each pass; ten quarter notes a second make a pass 9600 frames. */
  const click = (amplitude: number, share: number) =>
    makeLoop({
      sound: (n, frames) => (n === Math.round(frames * share) ? amplitude : 0),
      bps: 10,
      length16ths: 8,
      barLength: 4,
    });

  it('begins with the first loop that comes; the next joins in its own phase', async () => {
    await gesture();
    const tap = tapLoudspeaker();
    engine = createEngine();
    const rifff = makeRifff([click(0.9, 0), click(0.4, 0.25)]);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const late = rifff.loops[1]!.url;
    globalThis.fetch = async (input, init) => {
      if (String(input) === late) await held;
      return realFetch(input, init);
    };
    const brought = engine.setRifff(rifff, { startsEarly: true });
    await engine.play();
    await tap.start(60);
    await tap.heard(0.7);
    expect(transport.status).toBe('playing');
    expect(transport.load).toBe('loading');
    release();
    await brought;
    const { wave: before } = await tap.stop();
    await tap.heard(before.length / RATE + 0.7);
    const { wave } = await tap.stop();
    tap.release();
    const hits = [...wave.keys()].filter((n) => wave[n]! > 0.1 && wave[n]! >= (wave[n - 1] ?? 0));
    const gaps = hits.slice(1).map((at, i) => at - hits[i]!);
    const joined = gaps.findIndex((gap) => gap !== 9600);
    expect(joined).toBeGreaterThan(1);
    // From the first click of the late loop on, both keep to the grid: a quarter of a pass, then the rest of it.
    const isQuarter = gaps[joined] === 2400;
    expect(isQuarter || gaps[joined] === 7200).toBe(true);
    const wanted = gaps.slice(joined).map((_, i) => ((i % 2 === 0) === isQuarter ? 2400 : 7200));
    expect(gaps.slice(joined)).toEqual(wanted);
    expect(wave.length / RATE).toBeGreaterThan(1);
  });
});
