import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullOf, MAX_MEMORY_SEC, MAX_TAKES, MAX_TAKES_SEC, secondsOf } from './takeRoom.ts';

/** Four bars at 120 bpm: eight seconds. */
const lap = { bars: 4, barLength: 16, bps: 2 };
const kept = (count: number, isKept = true) =>
  Array.from({ length: count }, () => ({ ...lap, isKept }));
const GB = 1e9;

describe('room for takes', () => {
  it('ends at so many takes, or at so much sound', () => {
    expect(secondsOf(lap)).toBe(8);
    expect(fullOf(kept(MAX_TAKES - 1), lap, GB)).toBeNull();
    expect(fullOf(kept(MAX_TAKES), lap, GB)).toBe('takes');
    const long = { ...lap, bars: 64 };
    const seven = kept(7).map((take) => ({ ...take, bars: 64 }));
    expect(fullOf(seven.slice(1), long, GB)).toBeNull();
    expect(fullOf(seven, long, GB)).toBe('sound');
    expect(fullOf(seven, lap, GB)).toBe(7 * 128 + 8 > MAX_TAKES_SEC ? 'sound' : null);
  });

  it('ends where the device is full while there are takes to delete', () => {
    expect(fullOf(kept(1), lap, 10e6)).toBe('device');
    expect(fullOf(kept(1), lap, 100e6)).toBeNull();
    expect(fullOf(kept(1), lap, null)).toBeNull();
  });

  it('ends sooner for takes that only memory has', () => {
    const most = Math.floor(MAX_MEMORY_SEC / 8);
    expect(fullOf(kept(most - 1, false), lap, 0)).toBeNull();
    expect(fullOf(kept(most, false), lap, 0)).toBe('memory');
  });

  it('always has room for a first take, and never for one more than the most', () => {
    const anyLap = fc.record({
      bars: fc.integer({ min: 1, max: 64 }),
      barLength: fc.integer({ min: 1, max: 64 }),
      bps: fc.double({ min: 0.3, max: 10, noNaN: true }),
    });
    fc.assert(
      fc.property(anyLap, fc.option(fc.nat()), (any, free) => {
        expect(fullOf([], any, free)).toBeNull();
        expect(fullOf(kept(MAX_TAKES), any, free)).toBe('takes');
      }),
    );
  });
});
