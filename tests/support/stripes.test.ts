import { describe, expect, it } from 'vitest';
import { STAGE_LOOK_IDS, type StageLook } from '../../src/data/contract/stageLooks.ts';
import { stripedStorm } from './lookStorm.ts';
import { findStripes, STRIPES_PER_SEC } from './stripes.ts';

const SIDE = 120;

/** A second of pictures; `light` says of each place whether it is light. */
const film = (light: (second: number, x: number, y: number) => boolean, [dark, bright] = [0, 255]) =>
  findStripes(
    Array.from({ length: STRIPES_PER_SEC }, (_, picture) =>
      Uint32Array.from({ length: SIDE * SIDE }, (_, at) =>
        (light(picture / STRIPES_PER_SEC, at % SIDE, Math.floor(at / SIDE)) ? bright! : dark!) * 0x010101,
      ),
    ),
    SIDE,
  );
const isLit = (turns: number) => ((turns % 1) + 1) % 1 < 0.5;

describe('findStripes', () => {
  it('sees bars, slants and rings that stand still', () => {
    const bars = film((_, x) => isLit(x / 12));
    expect(bars.share).toBeGreaterThan(0.9);
    expect(bars.changed).toBe(0);
    expect(film((_, x, y) => isLit((x + y) / 14)).share).toBeGreaterThan(0.8);
    expect(film((_, x, y) => isLit(Math.hypot(x - 60, y - 60) / 9)).share).toBeGreaterThan(0.6);
  });

  it('sees none in four pairs, in pairs that differ, in little contrast and in bright pairs', () => {
    expect(film((_, x) => x > 40 && x < 80 && isLit(x / 10)).share).toBe(0);
    expect(film((_, x) => isLit(Math.log(1 + x) / Math.log(1.7))).share).toBe(0);
    expect(film((_, x) => isLit(x / 12), [100, 120]).share).toBe(0);
    expect(film((_, x) => isLit(x / 12), [235, 255]).share).toBe(0);
  });

  it('tells a slow drift from a change of contrast', () => {
    const drift = film((second, x) => isLit(x / 12 + 2 * second));
    expect(drift.share).toBeGreaterThan(0.9);
    expect(drift.changed).toBeLessThan(0.5);
    expect(film((second, x) => isLit(x / 12) === isLit(3 * second)).changed).toBeGreaterThan(0.9);
  });
});

/** Looks of many lines. */
const FINE: readonly StageLook[] = ['woodcut', 'paper', 'moire', 'riso', 'screen'];

describe('looks of the house', () => {
  it.each(STAGE_LOOK_IDS)('%s shows no stripes on a quarter of a wall that flash or reverse', (look) => {
    for (const seed of FINE.includes(look) ? [1, 2, 3, 4] : [1]) {
      const pictures = stripedStorm({ seed, turnSec: 2, isNoise: false, look, swapsTo: [] });
      const { share, changed } = findStripes(pictures, 480);
      console.log('STRIPES', look, seed, share.toFixed(3), changed.toFixed(3));
      expect(share).toBeLessThan(0.4);
      expect(changed).toBeLessThan(0.5);
    }
  });
});
