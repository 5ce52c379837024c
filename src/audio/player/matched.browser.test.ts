/** A rifff that is matched comes in after another: without a gap or a click, in the tempo and at the pitch of the rule. */
import { afterAll, expect, it } from 'vitest';
import { impulse, makeLoop, makeRifff, sine } from '../../../tests/audio/loops.ts';
import { RATE, rms, toDb, worstBend } from '../../../tests/audio/offline.ts';
import { playOffline } from '../../../tests/audio/offlinePlayer.ts';
import type { Loop } from '../../data/contract/loop.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { matchedRifff, matchTo } from '../../data/rules/listening/match.ts';
import { PatternMaker } from '../loading/patternMaker.ts';

const maker = new PatternMaker();
afterAll(() => maker.dispose());

const D = 2;
const MAJOR = 0;
const BOTH = { tempo: true, key: true };
/** Frames of a bar of 120 bpm. */
const BAR = 96_000;
/** A loop of a bar at 126 bpm. */
const NEXT_BPS = 2.1;

/** A rifff of loops in a key, all at one tempo. */
function inKey(loops: readonly Loop[], root: number): Rifff {
  const rifff = makeRifff(loops);
  return { ...rifff, root, scale: MAJOR };
}

/** Plays one rifff and, from the second bar on, another. @returns the wave and the frame of the change */
async function change(first: Rifff, next: Rifff, blendBars: number, seconds: number) {
  const { context, player, load, at } = await playOffline(maker, first, { seconds, channels: 1 });
  let changed = 0;
  at(2.5, async () => {
    await load(next);
    player.replace(next);
    changed = player.crossTo('bar', blendBars);
  });
  const wave = (await context.startRendering()).getChannelData(0);
  return { wave, changed };
}

/** Hz of a sine, by the frames between its first and its last rise through zero. */
function pitchHz(wave: Float32Array, from: number, to: number): number {
  const rises: number[] = [];
  for (let n = from + 1; n < to; n++) {
    const [a, b] = [wave[n - 1]!, wave[n]!];
    if (a < 0 && b >= 0) rises.push(n - 1 + a / (a - b));
  }
  return (RATE * (rises.length - 1)) / (rises.at(-1)! - rises[0]!);
}

it.each([0, 1])('over %i bars: no gap, no click above 12 dB, two semitones down', async (bars) => {
  const first = inKey([makeLoop({ sound: sine(440, 0.3), category: 'leads' })], 0);
  // 880 periods in 2/2.1 · 2 s: 462 Hz.
  const tone = makeLoop({ sound: sine(880, 0.3), bps: NEXT_BPS, category: 'leads' });
  const plain = inKey([tone], D);
  const match = matchTo(plain, first, BOTH);
  expect(match).toEqual({ bps: 2, semitones: -2 });
  const { wave, changed } = await change(first, matchedRifff(plain, match), bars, 12);
  expect((changed - (changed % 1)) / BAR).toBeGreaterThan(1);
  const after = changed + bars * BAR + RATE / 4;
  const ownHz = 880 / ((4 / NEXT_BPS) as number);
  const cents = 1200 * Math.log2(pitchHz(wave, after, after + 2 * RATE) / ownHz);
  expect(Math.abs(cents + 200)).toBeLessThan(5);
  const steady = Math.max(
    worstBend(wave, RATE / 2, RATE * 2),
    worstBend(wave, after, after + RATE),
  );
  const around = [changed - 2400, changed + bars * BAR + 2400] as const;
  const clickDb = toDb(worstBend(wave, ...around) / steady);
  console.info(`matched change over ${bars} bars: worst click ${clickDb.toFixed(1)} dB`);
  expect(clickDb).toBeLessThanOrEqual(12);
  const level = rms(wave, RATE / 2, RATE * 2);
  // Two sines under each other beat: a gap is silence, over more than the slowest beat.
  for (let n = around[0]; n < around[1]; n += 480) {
    expect(toDb(rms(wave, n, n + 2400) / level), `at ${n}`).toBeGreaterThan(-12);
  }
});

it('beats in the tempo of the rule, on the grid of what it came in after', async () => {
  const beat = (bps: number, amplitude: number) =>
    makeLoop({ sound: impulse(amplitude), bps, length16ths: 4, category: 'drums' });
  const first = inKey([beat(2, 0.9)], 0);
  const plain = inKey([beat(NEXT_BPS, 0.9)], D);
  const next = matchedRifff(plain, matchTo(plain, first, BOTH));
  expect(next.state.bps).toBe(2);
  const { wave, changed } = await change(first, next, 0, 9);
  const hits: number[] = [];
  for (let n = 0; n < wave.length; n++) {
    const isLoud = Math.abs(wave[n]!) > 0.1;
    if (isLoud && n - (hits.at(-1) ?? Number.NEGATIVE_INFINITY) > 4800) hits.push(n);
  }
  const before = hits.filter((n) => n < changed);
  const after = hits.filter((n) => n >= changed - 480);
  expect(before.length).toBeGreaterThan(4);
  expect(after.length).toBeGreaterThan(6);
  const spacing = BAR / 4;
  // The slicer may put a hit a millisecond beside its place.
  for (const hit of after) {
    const off = (((hit - before[0]!) % spacing) + spacing) % spacing;
    expect(Math.min(off, spacing - off)).toBeLessThan(96);
  }
});
