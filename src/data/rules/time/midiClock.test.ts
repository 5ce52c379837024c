import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../../../tests/together/line.ts';
import { type ClockOut, layClock, SILENT_CLOCK, tickAfter, tickFrame } from './midiClock.ts';
import {
  type ClockIn,
  clockPlace,
  hearClock,
  NO_CLOCK_IN,
  tempoByClock,
  transportByClock,
} from './midiClockIn.ts';

const BEAT = { originFrame: 1000, bps: 2, barLength: 16 };
type Beat = typeof BEAT;

/** Lays out by windows of 50 ms that look 100 ms ahead. */
function layAll(beatAt: (frame: number) => Beat | null, toFrame: number, from = 0) {
  let state: ClockOut = SILENT_CLOCK;
  const all: { frame: number; bytes: readonly number[] }[] = [];
  for (let now = from; now < toFrame; now += 2400) {
    const laid = layClock(state, beatAt, now, now + 4800);
    state = laid.state;
    all.push(...laid.messages);
  }
  return all;
}
const ticksOf = (all: ReturnType<typeof layAll>) =>
  all.filter(({ bytes }) => bytes[0] === 0xf8).map(({ frame }) => frame);
const othersOf = (all: ReturnType<typeof layAll>) =>
  all.filter(({ bytes }) => bytes[0] !== 0xf8).map(({ bytes }) => bytes);

describe('a clock that goes out', () => {
  it('lays 24 ticks on every quarter note, whole bars exactly, whatever tempo and metre', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 5, noNaN: true }),
        fc.integer({ min: 3, max: 32 }),
        fc.integer({ min: -1e7, max: 1e7 }),
        (bps, barLength, frame) => {
          const beat = { originFrame: 0, bps, barLength };
          const bar = Math.max(1, Math.round((48_000 * barLength) / (4 * bps)));
          expect(tickFrame(beat, barLength * 6 * 7)).toBe(7 * bar);
          const tick = tickAfter(beat, frame);
          expect(tickFrame(beat, tick)).toBeGreaterThanOrEqual(frame);
          expect(tickFrame(beat, tick - 1)).toBeLessThan(frame);
        },
      ),
    );
  });

  it('starts with the music, ticks without a gap and stops with it', () => {
    const all = layAll((frame) => (frame < 97_000 ? BEAT : null), 110_000);
    expect(othersOf(all)).toEqual([[0xfa], [0xfc]]);
    const ticks = ticksOf(all);
    expect(ticks).toEqual(Array.from({ length: 96 }, (_, i) => 1000 + i * 1000));
    expect(all.every(({ frame }, i) => i === 0 || frame >= all[i - 1]!.frame)).toBe(true);
  });

  it('sends hardware to its place when it joins in the middle', () => {
    // Half a second into the third bar.
    const all = layAll(() => BEAT, 230_000, 1000 + 2 * 96_000 + 24_001);
    // 36 sixteenths have gone by; the one after next is 37.
    expect(othersOf(all)).toEqual([[0xf2, 37, 0], [0xfb]]);
    expect(ticksOf(all)[0]).toBe(1000 + 37 * 6000);
  });

  it('goes on through a splice of either direction with every tick once', () => {
    for (const move of [-1200, -500, 500, 1200]) {
      const moved = { ...BEAT, originFrame: BEAT.originFrame + move };
      const change = 97_000 + Math.min(0, move);
      const all = layAll((frame) => (frame < change ? BEAT : moved), 200_000);
      expect(othersOf(all)).toEqual([[0xfa]]);
      const ticks = ticksOf(all);
      const last = ticks.at(-1)!;
      expect(ticks.length - 1).toBe(Math.round((last - moved.originFrame) / 1000));
      expect(ticks.every((frame, i) => i === 0 || frame > ticks[i - 1]!)).toBe(true);
      expect((last - moved.originFrame) % 1000).toBe(0);
    }
  });

  it('stops and goes to the new place when the music jumps', () => {
    const jumped = { ...BEAT, originFrame: BEAT.originFrame - 40_000 };
    const all = layAll((frame) => (frame < 50_000 ? BEAT : jumped), 90_000);
    expect(othersOf(all).map(([kind]) => kind)).toEqual([0xfa, 0xfc, 0xf2, 0xfb]);
  });
});

describe('a clock that comes in', () => {
  const feed = (
    state: ClockIn,
    {
      bps,
      ticks,
      fromMs,
      jitterMs,
      seed,
    }: Record<'bps' | 'ticks' | 'fromMs' | 'jitterMs' | 'seed', number>,
  ) => {
    const random = seeded(seed);
    const tickMs = 1000 / (24 * bps);
    let at = state;
    for (let i = 0; i < ticks; i++) {
      at = hearClock(at, [0xf8], fromMs + i * tickMs + jitterMs * (2 * random() - 1));
    }
    return at;
  };

  it('is smoothed to half a percent of tempo and 2 ms of phase under 3 ms of jitter', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 60, max: 200 }),
        fc.integer({ min: 1, max: 2 ** 30 }),
        (bpm, seed) => {
          const started = hearClock(NO_CLOCK_IN, [0xfa], 990);
          const bps = bpm / 60;
          const state = feed(started, { bps, ticks: 200, fromMs: 1000, jitterMs: 3, seed });
          const place = clockPlace(state, 1000 + (200 * 1000) / (24 * bps))!;
          expect(Math.abs(place.bps / bps - 1)).toBeLessThan(0.005);
          const endMs = 1000 + (199 * 1000) / (24 * bps);
          const ticks = (endMs - place.originMs) * 0.024 * place.bps;
          expect(Math.abs((ticks - 199) * (1000 / (24 * bps)))).toBeLessThan(2);
          expect(place.isRunning).toBe(true);
        },
      ),
    );
  });

  it('follows another tempo within a quarter note and a few ticks', () => {
    const slow = feed(NO_CLOCK_IN, { bps: 2, ticks: 96, fromMs: 0, jitterMs: 0, seed: 1 });
    const from = 96 * (1000 / 48);
    const fast = feed(slow, { bps: 3, ticks: 48, fromMs: from, jitterMs: 0, seed: 1 });
    expect(clockPlace(fast, from + 48 * (1000 / 72))!.bps).toBeCloseTo(3, 3);
  });

  it('knows where the song is after song position, stop and continue', () => {
    let state = hearClock(NO_CLOCK_IN, [0xfa], 0);
    state = feed(state, { bps: 2, ticks: 48, fromMs: 0, jitterMs: 0, seed: 1 });
    state = hearClock(state, [0xfc], 1000);
    expect(clockPlace(state, 1000)!.isRunning).toBe(false);
    // Ticks go on while the song stands.
    state = feed(state, { bps: 2, ticks: 30, fromMs: 1000, jitterMs: 0, seed: 1 });
    state = hearClock(state, [0xf2, 16, 1], 1620);
    state = hearClock(state, [0xfb], 1621);
    state = feed(state, { bps: 2, ticks: 12, fromMs: 1625, jitterMs: 0, seed: 1 });
    expect(state.tick).toBe((16 + 128) * 6 + 12);
    const place = clockPlace(state, 1900)!;
    expect(place.originMs).toBeCloseTo(1625 - 144 * 125, 3);
  });

  it('has ended when nothing comes any more, and ignores all other messages', () => {
    const state = feed(NO_CLOCK_IN, { bps: 2, ticks: 48, fromMs: 0, jitterMs: 0, seed: 1 });
    expect(clockPlace(state, 3000)).toBeNull();
    expect(clockPlace(NO_CLOCK_IN, 0)).toBeNull();
    expect(hearClock(state, [0x90, 60, 100], 1000)).toBe(state);
  });
});

describe('hardware that leads', () => {
  const place = { bps: 2.002, originMs: 1000, isRunning: true };

  it('is followed by beats, also where the rifff is of a slightly other tempo', () => {
    const transport = transportByClock(place, { id: 'a', bps: 2 }, 11_000, 3);
    // 20.02 quarter notes, which last 10.01 s in the rifff.
    expect(transport.phaseSec).toBeCloseTo(10.01, 9);
    expect(transport).toMatchObject({ rifffId: 'a', isPlaying: true, atMs: 11_000, version: 3 });
  });

  it('hands its tempo over only where splices cannot keep up with it', () => {
    expect(tempoByClock(place, 2)).toBeNull();
    expect(tempoByClock({ ...place, bps: 2.0834 }, 2)).toBeCloseTo(125 / 60, 9);
    expect(
      tempoByClock({ ...place, bps: 2.0834 }, tempoByClock({ ...place, bps: 2.0834 }, 2)!),
    ).toBeNull();
  });
});
