import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  formatBars,
  formatBpm,
  formatCount,
  formatGain,
  formatSigned,
  formatTempo,
  parseTempo,
} from './format.ts';
import { tap, tappedBps } from './TempoField.tsx';

it('writes decibels with a sign and a true minus', () => {
  expect(formatGain(1)).toBe('+0.0');
  expect(formatGain(0.5)).toBe('−6.0');
  expect(formatGain(2)).toBe('+6.0');
  expect(formatGain(0)).toBe('−∞');
  expect(formatSigned(-0.04)).toBe('+0.0');
});

it('writes lengths, counts and tempos as a musician reads them', () => {
  expect(formatBars(16, 16)).toBe('1 bar');
  expect(formatBars(64, 16)).toBe('4 bars');
  expect(formatBars(8, 16)).toBe('½ bar');
  expect(formatBars(24, 16)).toBe('1.5 bars');
  expect(formatCount(1, 'change')).toBe('1 change');
  expect(formatCount(12400, 'loop')).toBe('12\u2009400 loops');
  expect(formatTempo(122 / 60)).toBe('122.00');
  expect(formatBpm(122 / 60)).toBe('122');
  expect(formatBpm(1.875)).toBe('112.5');
});

it('reads back every tempo that it writes, to a hundredth of a beat', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.25, max: 10, noNaN: true }), (bps) => {
      expect(Math.abs((parseTempo(formatTempo(bps)) ?? 0) - bps) * 60).toBeLessThanOrEqual(0.00501);
    }),
  );
});

it('takes a comma and a unit, and refuses what is no tempo', () => {
  expect(parseTempo('122,5 bpm')).toBeCloseTo(122.5 / 60);
  for (const text of ['', '0', '-3', 'fast', '1e3', '12.3.4']) expect(parseTempo(text)).toBeNull();
});

it('finds the tempo of taps, and begins again after a pause', () => {
  let taps = [0, 500, 1000, 1500].reduce<readonly number[]>(tap, []);
  expect(tappedBps(taps)).toBeCloseTo(2);
  taps = tap(taps, 10_000);
  expect(tappedBps(taps)).toBeNull();
  expect(tappedBps(tap(taps, 10_400))).toBeCloseTo(2.5);
});
