import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Line, percentile } from '../../../../tests/together/line.ts';
import { listenTogether } from '../../../../tests/together/listener.ts';
import type { RoomTransport } from '../../contract/live.ts';
import {
  ENTRY_FRAMES,
  type Follow,
  followStep,
  MAX_SPLICE_FRAMES,
  NOT_MEASURED,
  originFrameOf,
  phaseHeard,
  phaseSecAt,
  SPLICE_GAP_MS,
} from './follow.ts';
import type { RoomClock } from './sharedClock.ts';

const CLOCK: RoomClock = {
  refMs: 0,
  offsetMs: 1_000_000,
  skew: 0,
  spreadMs: 1,
  boundMs: 50,
  isSkewKnown: true,
};
const TRANSPORT: RoomTransport = {
  mode: 'together',
  host: null,
  rifffId: 'a',
  isPlaying: true,
  atMs: 1_000_000,
  phaseSec: 1,
  version: 1,
};
const heard = (performanceMs: number) => ({ performanceMs, frame: performanceMs * 48 });

describe('where the rifff of a room lies', () => {
  it('has its origin where the phase and the clocks say', () => {
    expect(phaseSecAt(TRANSPORT, CLOCK, 500)).toBe(1.5);
    expect(phaseSecAt({ ...TRANSPORT, isPlaying: false }, CLOCK, 500)).toBe(1);
    expect(originFrameOf(TRANSPORT, CLOCK, heard(500))).toBe(24_000 - 72_000);
  });

  it('is told to others so that they find the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e7, max: 1e7 }), fc.nat(1e6), (originFrame, ms) => {
        const told = phaseHeard({ rifffId: 'a', originFrame }, CLOCK, heard(ms));
        const found = originFrameOf({ ...TRANSPORT, ...told }, CLOCK, heard(ms + 5000));
        expect(Math.abs(found - originFrame)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('following', () => {
  const ask = (over: Partial<Parameters<typeof followStep>[1]>, before: Follow = NOT_MEASURED) =>
    followStep(before, {
      transport: TRANSPORT,
      clock: CLOCK,
      heard: heard(500),
      playing: { rifffId: 'a', originFrame: -48_000 },
      isBusy: false,
      ...over,
    }).step;

  it('enters, halts and stays', () => {
    expect(ask({ playing: null })).toEqual({ kind: 'enter', rifffId: 'a', originFrame: -48_000 });
    expect(ask({ playing: { rifffId: 'b', originFrame: 0 } }).kind).toBe('enter');
    expect(ask({ transport: { ...TRANSPORT, isPlaying: false } })).toEqual({ kind: 'halt' });
    expect(ask({ transport: { ...TRANSPORT, rifffId: null }, playing: null }).kind).toBe('stay');
    expect(ask({}).kind).toBe('stay');
    expect(ask({ playing: null, clock: null }).kind).toBe('stay');
    expect(ask({ playing: null, isBusy: true }).kind).toBe('stay');
    expect(ask({ playing: null, transport: { ...TRANSPORT, mode: 'free' } }).kind).toBe('stay');
    expect(ask({ playing: null }, { ...NOT_MEASURED, version: 2 }).kind).toBe('stay');
  });

  it('cuts at once where the room has moved the music', () => {
    const far = { rifffId: 'a', originFrame: -48_000 + ENTRY_FRAMES + 1 };
    expect(ask({ playing: far })).toEqual({ kind: 'cut', originFrame: -48_000 });
    // One wild measurement of the same version is not believed.
    expect(ask({ playing: far }, { ...NOT_MEASURED, version: 1 }).kind).toBe('stay');
  });

  it('never splices by more than it may, nor more often', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -4000, max: 4000 }), { minLength: 30, maxLength: 90 }),
        (drifts) => {
          let follow = NOT_MEASURED;
          let last = Number.NEGATIVE_INFINITY;
          drifts.forEach((drift, i) => {
            const originFrame = -48_000 + drift;
            const now = heard(i * 250);
            const result = followStep(follow, {
              transport: TRANSPORT,
              clock: CLOCK,
              heard: now,
              playing: { rifffId: 'a', originFrame },
              isBusy: false,
            });
            follow = result.follow;
            if (result.step.kind !== 'splice') return;
            expect(Math.abs(result.step.originFrame - originFrame)).toBeLessThanOrEqual(
              MAX_SPLICE_FRAMES,
            );
            expect(now.performanceMs - last).toBeGreaterThanOrEqual(SPLICE_GAP_MS);
            last = now.performanceMs;
          });
        },
      ),
    );
  });
});

describe('two devices', () => {
  const LINE: Line = { oneWayMs: 50, jitterMs: 20, skew: 0, burstShare: 0.1, offsetMs: 5e5 };

  it('hear the same within 15 ms at p95, whatever their clocks do within 100 ppm', () => {
    const all: number[] = [];
    const entries: number[] = [];
    let splices = 0;
    const ppm = fc.integer({ min: -100, max: 100 });
    fc.assert(
      fc.property(fc.nat(1e6), ppm, ppm, ppm, ppm, (seed, pageA, soundA, pageB, soundB) => {
        const each = [
          { page: pageA, sound: soundA, seed: seed + 1 },
          { page: pageB, sound: soundB, seed: seed + 2 },
        ].map((one) =>
          listenTogether(
            { ...LINE, skew: one.page * 1e-6 },
            { seed: one.seed, soundSkew: one.sound * 1e-6, seconds: 240 },
          ),
        );
        const [a, b] = each as [(typeof each)[0], (typeof each)[0]];
        const apart = a.phases
          .map((phase, i) => Math.abs(phase - b.phases[i]!) * 1000)
          .filter((ms) => Number.isFinite(ms));
        expect(percentile(apart, 0.95)).toBeLessThanOrEqual(15);
        all.push(...apart);
        entries.push(a.enteredMs, b.enteredMs);
        splices += a.splices + b.splices;
      }),
      { numRuns: 20 },
    );
    const [half, most, worst] = [0.5, 0.95, 1].map((share) => percentile(all, share).toFixed(2));
    const late = Math.max(...entries).toFixed(0);
    console.info(
      `two devices: apart p50 ${half} ms, p95 ${most} ms, worst ${worst} ms; in phase after ${late} ms at most; ` +
        `${(splices / 40 / 4).toFixed(1)} splices a minute`,
    );
    expect(Math.max(...entries)).toBeLessThan(1000);
  });
});
