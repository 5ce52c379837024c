import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Line, listenTo, percentile } from '../../../../tests/together/line.ts';
import {
  hearPair,
  localTimeAt,
  NO_PROBES,
  type Probe,
  roomTimeAt,
  uncertaintyMs,
} from './sharedClock.ts';

const LINE: Line = { oneWayMs: 50, jitterMs: 20, skew: 0, burstShare: 0, offsetMs: 1e6 };

const line = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  skewPpm: fc.integer({ min: -100, max: 100 }),
  burstShare: fc.constantFrom(0, 0.1, 0.25),
  offsetMs: fc.double({ min: -1e9, max: 1.9e12, noNaN: true }),
});

describe('the clock of a room over a line of 100 ms round trip and 20 ms jitter', () => {
  it('is known to 15 ms at p95, with bursts in one direction and 100 ppm of skew', () => {
    const all: number[] = [];
    fc.assert(
      fc.property(line, ({ seed, skewPpm, burstShare, offsetMs }) => {
        const { errors } = listenTo(
          { ...LINE, skew: skewPpm * 1e-6, burstShare, offsetMs },
          { seed, seconds: 180 },
        );
        all.push(...errors);
        expect(percentile(errors, 0.95)).toBeLessThanOrEqual(15);
      }),
      { numRuns: 40 },
    );
    const [half, most, worst] = [0.5, 0.95, 1].map((share) => percentile(all, share).toFixed(2));
    console.info(`room clock: error p50 ${half} ms, p95 ${most} ms, worst ${worst} ms`);
    expect(percentile(all, 0.95)).toBeLessThan(6);
  });

  it('says honestly how far off it may be', () => {
    fc.assert(
      fc.property(line, ({ seed, skewPpm, burstShare }) => {
        const { errors, doubts } = listenTo(
          { ...LINE, skew: skewPpm * 1e-6, burstShare },
          { seed, seconds: 120 },
        );
        const wrong = errors.filter((error, i) => error > 3 * doubts[i]!).length;
        expect(wrong / errors.length).toBeLessThan(0.05);
      }),
      { numRuns: 30 },
    );
  });

  it('is known within a second of the first probe', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const { errors, knownMs } = listenTo(LINE, { seed, seconds: 3 });
      expect(knownMs).toBeLessThan(1000);
      expect(percentile(errors.slice(-1), 1)).toBeLessThan(10);
    }
  });

  it.each([-30_000, -400, -45, 45, 400, 30_000])(
    'follows a step of %i ms within 15 s',
    (stepMs) => {
      for (let seed = 1; seed <= 8; seed++) {
        const step = { atSec: 60, stepMs };
        const { errors, times } = listenTo({ ...LINE, step }, { seed, seconds: 120 });
        const after = errors.filter((_, i) => times[i]! > 75_000);
        expect(percentile(after, 0.95), `seed ${seed}`).toBeLessThanOrEqual(15);
      }
    },
  );

  it('is not moved by a burst of ten seconds that delays one direction by 300 ms', () => {
    for (let seed = 1; seed <= 8; seed++) {
      const burst = { fromSec: 60, untilSec: 70, delayMs: 300 };
      const { errors } = listenTo({ ...LINE, burst }, { seed, seconds: 120 });
      expect(percentile(errors.slice(10), 1), `seed ${seed}`).toBeLessThanOrEqual(15);
    }
  });
});

describe('probes', () => {
  const pair = (sentMs: number): Probe[] =>
    [0, 25].map((ms) => ({
      sentMs: sentMs + ms,
      atMs: sentMs + ms + 5050,
      receivedMs: sentMs + ms + 100,
    }));

  it('that cannot be right teach nothing', () => {
    const backwards = { sentMs: 100, atMs: 0, receivedMs: 90 };
    expect(hearPair(NO_PROBES, [backwards])).toBe(NO_PROBES);
    expect(hearPair(NO_PROBES, [{ sentMs: 0, atMs: Number.NaN, receivedMs: 9 }])).toBe(NO_PROBES);
    expect(hearPair(NO_PROBES, [{ sentMs: 0, atMs: 9, receivedMs: 9000 }])).toBe(NO_PROBES);
    expect(hearPair(NO_PROBES, [])).toBe(NO_PROBES);
  });

  it('over a line without any delay are good', () => {
    const { clock } = hearPair(NO_PROBES, [{ sentMs: 5, atMs: 105, receivedMs: 5 }]);
    expect(clock!.offsetMs).toBe(100);
  });

  it('over a line without jitter give the clock exactly, in both directions', () => {
    const { clock } = hearPair(hearPair(NO_PROBES, pair(0)), pair(60));
    expect(clock!.offsetMs).toBe(5000);
    expect(clock!.boundMs).toBe(50);
    expect(roomTimeAt(clock!, 1234)).toBe(6234);
    expect(localTimeAt(clock!, 6234)).toBe(1234);
    expect(uncertaintyMs(clock!, 60_000)).toBeGreaterThan(uncertaintyMs(clock!, 100));
  });
});
