import { describe, expect, it } from 'vitest';
import { STAGE_LOOK_IDS, type StageLook } from '../../src/data/contract/stageLooks.ts';
import { examples } from './examples.ts';
import { stripedStorm } from './lookStorm.ts';
import { findStripes, STRIPES_PER_SEC } from './stripes.ts';

const SIDE = 120;

/** A second of pictures; `light` says of each place whether it is light. */
const film = (
  light: (second: number, x: number, y: number) => boolean,
  [dark, bright] = [0, 255],
) =>
  findStripes(
    Array.from({ length: STRIPES_PER_SEC }, (_, picture) =>
      Uint32Array.from(
        { length: SIDE * SIDE },
        (_, at) =>
          (light(picture / STRIPES_PER_SEC, at % SIDE, Math.floor(at / SIDE)) ? bright! : dark!) *
          0x010101,
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
    expect(film((_, x) => isLit(Math.log(5 + x) / Math.log(1.7))).share).toBe(0);
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
  it.each(examples(FINE, STAGE_LOOK_IDS))('%s has no stripes over a quarter of a wall', (look) => {
    for (let seed = 1; seed <= examples(1, 8); seed++) {
      const of = { seed, turnSec: 2, isNoise: seed % 2 === 0, look, swapsTo: [] };
      const { share } = findStripes(stripedStorm(of), 480);
      if (process.env.RONDO_COUNTS) console.log(look, seed, share);
      expect(share).toBeLessThan(0.25);
    }
  });
});
