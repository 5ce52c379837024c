import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arrived,
  ease,
  invitation,
  MOTION,
  muteReach,
  notchPhase,
  settle,
  thicknessCurve,
} from './motion.ts';

describe('motion', () => {
  test('easing rises from 0 to 1, fast first', () => {
    let last = 0;
    for (let x = 0; x <= 1.0001; x += 0.01) {
      const y = ease(x);
      expect(y).toBeGreaterThanOrEqual(last - 1e-6);
      last = y;
    }
    expect(ease(0)).toBe(0);
    expect(ease(1)).toBe(1);
    expect(ease(0.3)).toBeGreaterThan(0.6);
  });

  test('a mute reaches the whole ring in 160 ms, at once under reduced motion', () => {
    expect(muteReach(1000, 1000)).toBe(0);
    expect(muteReach(1080, 1000)).toBeGreaterThan(0.2);
    expect(muteReach(1000 + MOTION.mute, 1000)).toBe(0.5);
    expect(muteReach(1000, 1000, true)).toBe(0.5);
  });

  test('what settles stays between where it was and where it goes', () => {
    const any = fc.double({ min: -1000, max: 1000, noNaN: true });
    fc.assert(
      fc.property(any, any, fc.double({ min: -50, max: 500, noNaN: true }), (from, to, ms) => {
        const value = settle(from, to, 1000 + ms, 1000);
        expect(value).toBeGreaterThanOrEqual(Math.min(from, to) - 1e-6);
        expect(value).toBeLessThanOrEqual(Math.max(from, to) + 1e-6);
        if (ms >= MOTION.settle) expect(value).toBeCloseTo(to, 6);
      }),
    );
  });

  test('an arriving ring is whole after one turn, and at once under reduced motion', () => {
    expect(arrived(3.25, 3)).toBeCloseTo(0.25, 9);
    expect(arrived(4, 3)).toBe(1);
    expect(arrived(3, 3, true)).toBe(1);
    expect(arrived(0.1, 7)).toBe(1);
  });

  test('the notch steps per beat under reduced motion and runs otherwise', () => {
    expect(notchPhase(0.26, 4, true)).toBe(0.25);
    expect(notchPhase(0.26, 4, false)).toBe(0.26);
  });

  test('the invitation thickens one ring every four seconds and rests between', () => {
    expect(invitation(450, 3)).toEqual({ ring: 2, share: expect.closeTo(1, 5) });
    expect(invitation(2000, 3).share).toBe(0);
    expect(invitation(4450, 3).ring).toBe(1);
    expect(invitation(12_450, 3).ring).toBe(2);
    expect(invitation(1, 0).ring).toBe(-1);
  });
});

describe('thickness', () => {
  test('rests for a steady loop, rises with hits and falls more slowly than it rises', () => {
    const steady = thicknessCurve(new Uint8Array(1024).fill(90), new Uint8Array(0), 8, 1e3);
    for (const value of steady) expect(Math.abs(value - 128)).toBeLessThan(3);
    const bands = new Uint8Array(1024);
    for (let band = 0; band < 4; band++) bands.fill(255, band * 256 + 100, band * 256 + 104);
    const hit = thicknessCurve(bands, new Uint8Array(0), 4, 1e3);
    const above = [...hit.keys()].filter((at) => hit[at]! > 128);
    expect(above[0]).toBe(100);
    const fallingBins = above.length - 4;
    expect(fallingBins * (4000 / 256)).toBeGreaterThan(160);
  });

  test('stays within its bytes for any loop, and reads silence as rest', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1024, maxLength: 1024 }),
        fc.double({ min: 0.05, max: 60, noNaN: true }),
        (bytes, passSec) => {
          expect(thicknessCurve(bytes, bytes, passSec, 5)).toHaveLength(256);
        },
      ),
      { numRuns: 20 },
    );
    const silent = thicknessCurve(new Uint8Array(0), new Uint8Array(0), 4, 5);
    expect([...silent].every((value) => value === 128)).toBe(true);
  });
});
