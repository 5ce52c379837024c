import { describe, expect, test } from 'vitest';
import { type AudioClock, HeardClock, stampedSec } from './heardClock.ts';

/** A context whose time moves in steps, begun when the page was `bornMs` old. */
interface World {
  readonly stepSec: number;
  readonly latencySec: number | undefined;
  readonly stamp?: (
    currentSec: number,
    nowMs: number,
  ) => ReturnType<NonNullable<AudioClock['getOutputTimestamp']>>;
}

const BORN_MS = 2260;

function clockAt({ stepSec, latencySec, stamp }: World, nowMs: number): AudioClock {
  const sec = (nowMs - BORN_MS) / 1000;
  const currentTime = Math.max(0, Math.floor(sec / stepSec) * stepSec + stepSec);
  return {
    currentTime,
    state: 'running',
    ...(latencySec === undefined ? {} : { outputLatency: latencySec, baseLatency: 0 }),
    ...(stamp ? { getOutputTimestamp: () => stamp(currentTime, nowMs) } : {}),
  };
}

const WAY_SEC = 0.03;
/** What the browsers were seen to answer. */
const WORLDS: Record<string, World> = {
  Chromium: {
    stepSec: 0.01,
    latencySec: WAY_SEC,
    stamp: (_, nowMs) => ({
      contextTime: Math.max(0, (nowMs - 4 - BORN_MS) / 1000 - WAY_SEC),
      performanceTime: nowMs - 4,
    }),
  },
  Firefox: {
    stepSec: 0.02,
    latencySec: 0.0466,
    stamp: (sec, nowMs) => ({ contextTime: sec - 0.0466, performanceTime: nowMs - 46.6 }),
  },
  WebKitGTK: {
    stepSec: 0.04,
    latencySec: 0,
    stamp: (sec, nowMs) => ({ contextTime: sec - 0.0027, performanceTime: nowMs + 1000 * sec }),
  },
  'without a stamp': { stepSec: 0.01, latencySec: WAY_SEC },
  'without any of it': { stepSec: 0.01, latencySec: undefined },
  'with a stamp that stands still': {
    stepSec: 0.01,
    latencySec: undefined,
    stamp: () => ({ contextTime: 0, performanceTime: 0 }),
  },
  'with a stamp that is no number': {
    stepSec: 0.01,
    latencySec: Number.NaN,
    stamp: () => ({ contextTime: Number.NaN, performanceTime: Number.NaN }),
  },
};

describe.each(Object.entries(WORLDS))('a browser: %s', (name, world) => {
  const frames = Array.from({ length: 600 }, (_, i) => BORN_MS + 300 + i * 16.7);
  const heard = () => {
    const clock = new HeardClock();
    return frames.map((nowMs) => clock.seconds(clockAt(world, nowMs), nowMs));
  };

  test('goes on as fast as time, without a step back', () => {
    const sec = heard();
    expect(sec.every(Number.isFinite)).toBe(true);
    for (const [i, now] of sec.entries()) {
      const before = sec[i - 1] ?? now - 0.0167;
      expect(now - before, `frame ${i}`).toBeGreaterThan(-0.001);
      expect(now - before, `frame ${i}`).toBeLessThan(0.0167 + world.stepSec + 0.001);
    }
    const went = sec.at(-1)! - sec[60]!;
    expect(went).toBeCloseTo((frames.at(-1)! - frames[60]!) / 1000, 1.6);
  });

  test('lies behind what is rendered by the way to the ear', () => {
    const way = world.latencySec || 0;
    for (const [i, sec] of heard().entries()) {
      if (i < 60) continue;
      const rendered = (frames[i]! - BORN_MS) / 1000;
      // A step of the clock beside it at most, in either direction.
      expect(Math.abs(rendered - way - sec), `${name}, frame ${i}`).toBeLessThan(
        world.stepSec + 0.002,
      );
    }
  });
});

test('a stamp is believed only where it can be right', () => {
  const nowMs = 4000;
  const stamped = (contextTime: number, performanceTime: number, outputLatency = 0.03) =>
    stampedSec(
      {
        currentTime: 2,
        state: 'running',
        outputLatency,
        getOutputTimestamp: () => ({ contextTime, performanceTime }),
      },
      nowMs,
    );
  expect(stamped(1.96, 3995)).toBeCloseTo(1.965, 6);
  expect(stamped(1.9, 5900), 'a time to come').toBeNull();
  expect(stamped(0.5, 3990), 'seconds late').toBeNull();
  expect(stamped(2.2, 3990), 'ahead of what is rendered').toBeNull();
  expect(stamped(1.96, 3960), 'nothing is heard at once').toBeNull();
});

test('rests with the context, and counts on from there', () => {
  const clock = new HeardClock();
  const at = (currentTime: number, state: string): AudioClock => ({
    currentTime,
    state,
    outputLatency: 0.02,
  });
  expect(clock.seconds(at(3, 'running'), 5000)).toBeCloseTo(2.98, 6);
  expect(clock.seconds(at(3.2, 'suspended'), 9000)).toBeCloseTo(3.18, 6);
  expect(clock.seconds(at(3.2, 'interrupted'), 20_000)).toBeCloseTo(3.18, 6);
  expect(clock.seconds(at(3.21, 'running'), 30_000)).toBeCloseTo(3.19, 6);
  expect(clock.seconds(at(4.21, 'running'), 31_000)).toBeCloseTo(4.19, 1);
});

test('a context that was held up is followed, one that goes on ahead too', () => {
  const clock = new HeardClock();
  const at = (currentTime: number): AudioClock => ({ currentTime, state: 'running' });
  clock.seconds(at(1), 5000);
  expect(clock.seconds(at(1.1), 6000)).toBeCloseTo(1.1, 3);
  expect(clock.seconds(at(2.1), 7000)).toBeCloseTo(2.1, 1);
  expect(clock.seconds(at(9.1), 8000)).toBeCloseTo(9.1, 3);
});
