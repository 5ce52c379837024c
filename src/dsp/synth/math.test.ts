import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cosTurn,
  dbToGain,
  exp,
  exp2,
  gainToDb,
  log2,
  midiToHz,
  sinTurn,
  tanh,
  tanPi,
} from './math.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe('elementary functions', () => {
  it('sine and cosine stay within 1e-6 of the real ones', () => {
    fc.assert(
      fc.property(number(-50, 50), (turns) => {
        expect(Math.abs(sinTurn(turns) - Math.sin(2 * Math.PI * turns))).toBeLessThan(1e-6);
        expect(Math.abs(cosTurn(turns) - Math.cos(2 * Math.PI * turns))).toBeLessThan(1e-6);
      }),
    );
  });

  it('powers and logarithms agree to seven digits and undo each other', () => {
    fc.assert(
      fc.property(number(-40, 40), (x) => {
        expect(exp2(x) / 2 ** x).toBeCloseTo(1, 7);
        expect(log2(exp2(x))).toBeCloseTo(x, 7);
      }),
    );
    expect(exp(1)).toBeCloseTo(Math.E, 6);
    expect(gainToDb(dbToGain(-17.5))).toBeCloseTo(-17.5, 6);
  });

  it('hyperbolic tangent and filter prewarp agree', () => {
    fc.assert(
      fc.property(number(-12, 12), number(0.0001, 0.44), (x, f) => {
        expect(tanh(x)).toBeCloseTo(Math.tanh(x), 6);
        expect(tanPi(f) / Math.tan(Math.PI * f)).toBeCloseTo(1, 3);
      }),
    );
  });

  it('knows the pitches', () => {
    expect(midiToHz(69)).toBeCloseTo(440, 6);
    expect(midiToHz(60)).toBeCloseTo(261.6256, 3);
  });
});
