import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { impulse, makeLoop, makeRifff, sine } from '../../../tests/audio/loops.ts';
import { RATE, toDb, worstBend } from '../../../tests/audio/offline.ts';
import { playOffline } from '../../../tests/audio/offlinePlayer.ts';
import { PatternMaker } from '../loading/patternMaker.ts';
import { Looper } from '../looper/looper.ts';
import { Player } from './player.ts';
import { LOOPER_SLOTS } from './slotPlans.ts';

/** Frames of a bar of four quarters at 120 bpm. */
const BAR = 96_000;

let maker: PatternMaker;
beforeEach(() => {
  maker = new PatternMaker();
});
afterEach(() => maker.dispose());

const clicks = () => makeRifff([makeLoop({ sound: impulse(0.9), length16ths: 4 })]);
const hitsOf = (wave: Float32Array) => [...wave.keys()].filter((n) => wave[n]! > 0.3);

describe('moving the music to another origin', () => {
  it.each([480, -480, 1200, -1200])(
    'at a bar by %i frames: every beat once, all of them whole',
    async (move) => {
      const { context, looper, player, at } = await playOffline(maker, clicks(), {
        seconds: 6,
        channels: 1,
      });
      const before = looper.clock.last!.grid.originFrame;
      let cut: number | null = null;
      at(2.5, () => {
        cut = player.moveTo(before + move, 'bar');
      });
      at(5, () => looper.tick());
      const wave = (await context.startRendering()).getChannelData(0);
      const hits = hitsOf(wave);
      const change = before + 2 * BAR + Math.min(0, move);
      expect(cut).toBe(change);
      expect(looper.clock.last!.grid.originFrame).toBe(before + move);
      const beat = BAR / 4;
      const expected = Array.from({ length: 12 }, (_, i) => before + i * beat)
        .map((frame, i) => (i < 8 ? frame : frame + move))
        .filter((frame) => frame < wave.length);
      expect(hits).toEqual(expected);
      for (const hit of hits) expect(wave[hit]!).toBeCloseTo(wave[hits[0]!]!, 4);
    },
  );

  it('at once when it is another phase altogether', async () => {
    const { context, looper, player, at } = await playOffline(maker, clicks(), {
      seconds: 4,
      channels: 1,
    });
    const before = looper.clock.last!.grid.originFrame;
    at(1.1, () => void player.moveTo(before - 7000, 'now'));
    const wave = (await context.startRendering()).getChannelData(0);
    const after = hitsOf(wave).filter((n) => n > 1.2 * RATE);
    expect(after.length).toBeGreaterThan(4);
    for (const hit of after) expect((hit - before + 7000) % (BAR / 4)).toBe(0);
  });

  it('clicks by 12 dB at most at any size', async () => {
    const worst: number[] = [];
    for (const move of [-1200, -800, -500, -240, 240, 500, 800, 1200]) {
      const rifff = makeRifff([makeLoop({ sound: sine(220, 0.5), length16ths: 16 })]);
      const { context, looper, player, at } = await playOffline(maker, rifff, {
        seconds: 5,
        channels: 1,
      });
      const before = looper.clock.last!.grid.originFrame;
      let cut = 0;
      at(2.5, () => {
        cut = player.moveTo(before + move, 'bar') ?? 0;
      });
      const wave = (await context.startRendering()).getChannelData(0);
      const steady = worstBend(wave, RATE, 2 * RATE);
      worst.push(toDb(worstBend(wave, cut - 2400, cut + 2400) / steady));
    }
    console.info(`splice: worst click ${Math.max(...worst).toFixed(1)} dB`);
    expect(Math.max(...worst)).toBeLessThanOrEqual(12);
  });

  it('waits while a change waits for its boundary, and does nothing in silence', async () => {
    const rifff = clicks();
    const { looper, player, load, context, at } = await playOffline(maker, rifff, { seconds: 4 });
    const next = clicks();
    let answer: number | null = 0;
    at(0.5, async () => {
      await load(next);
      player.replace(next);
      player.crossTo('bar');
      answer = player.moveTo(0, 'bar');
    });
    await context.startRendering();
    expect(answer).toBeNull();
    player.halt(0);
    expect(player.moveTo(0, 'now')).toBeNull();
    expect(looper.voices.every((voice) => voice === null)).toBe(true);
  });
});

describe('entering music that goes on elsewhere', () => {
  const enter = async (originFrame: number, seconds: number) => {
    const rifff = clicks();
    const context = new OfflineAudioContext(1, seconds * RATE, RATE);
    const looper = new Looper(context, context.destination, LOOPER_SLOTS);
    const player = new Player(maker);
    player.attach(looper);
    const quiet = { loaded: () => undefined };
    await player.load(rifff, new AbortController().signal, quiet);
    player.replace(rifff);
    const from = player.start(0, originFrame);
    return { from, hits: hitsOf((await context.startRendering()).getChannelData(0)) };
  };

  it('sounds at once and in its phase', async () => {
    const { from, hits } = await enter(-1_000_007, 2);
    expect(from).toBeLessThan(0.1 * RATE);
    expect(hits.length).toBeGreaterThan(2);
    for (const hit of hits) expect((hit + 1_000_007) % (BAR / 4)).toBe(0);
  });

  it('waits for its first frame where that is still to come', async () => {
    const { from, hits } = await enter(30_011, 3);
    expect(from).toBe(30_011);
    expect(hits.slice(0, 2)).toEqual([30_011, 54_011]);
  });
});
