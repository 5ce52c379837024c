import { describe, expect, it } from 'vitest';
import { loopDistance, loopPrint, NEARLY_SAME } from './distance.ts';

const RATE = 48_000;

/** A loop of tones struck on sixteenths: `[sixteenth, Hz, seconds to fall by 60 dB]`. */
function struck(
  hits: readonly (readonly [number, number, number])[],
  length16ths: number,
  bps = 2,
  partials = 3,
) {
  const loop = new Float32Array(Math.round((length16ths / (4 * bps)) * RATE));
  for (const [at, hz, sec] of hits) {
    const from = Math.round((at / (4 * bps)) * RATE);
    for (let n = 0; n < sec * RATE; n++) {
      const level = 10 ** ((-3 * n) / (sec * RATE)) * Math.min(1, n / 50);
      let sum = 0;
      for (let k = 1; k <= partials; k++) sum += Math.sin((2 * Math.PI * hz * k * n) / RATE) / k;
      loop[(from + n) % loop.length]! += 0.3 * level * sum;
    }
  }
  return loop;
}

const A = [
  [0, 220, 0.5],
  [6, 261.6, 0.5],
  [8, 329.6, 0.5],
  [14, 220, 0.5],
] as const;
const print = (loop: Float32Array, length: number) => loopPrint([loop, loop], RATE, length);
const base = print(struck(A, 16), 16);

describe('distance of loops', () => {
  it('is 0 to itself, the same both ways, and free of level', () => {
    expect(loopDistance(base, base).total).toBeLessThan(1e-6);
    const quiet = print(
      struck(A, 16).map((x) => x * 0.1),
      16,
    );
    expect(loopDistance(base, quiet).total).toBeLessThan(0.01);
    const other = print(struck([[4, 500, 1]], 16, 2, 1), 16);
    expect(loopDistance(base, other).total).toBeCloseTo(loopDistance(other, base).total, 9);
  });

  it('counts a loop played twice, or from another bar, as the same', () => {
    const once = struck(A, 16);
    const twice = new Float32Array(2 * once.length);
    twice.set(once);
    twice.set(once, once.length);
    expect(loopDistance(base, print(twice, 32)).total).toBeLessThan(NEARLY_SAME / 2);
    const long = [...A, [20, 392, 0.5], [27, 440, 0.5]] as const;
    const turned = long.map(([at, hz, sec]) => [(at + 16) % 32, hz, sec] as const);
    const same = loopDistance(print(struck(long, 32), 32), print(struck(turned, 32), 32));
    expect(same.total).toBeLessThan(NEARLY_SAME / 2);
  });

  it('compares loops of different tempo bar by bar', () => {
    const fast = print(struck(A, 16, 2.4), 16);
    expect(loopDistance(base, fast).total).toBeLessThan(1.5 * NEARLY_SAME);
  });

  it('tells other notes, another rhythm and another sound apart, each by its own part', () => {
    const notes = A.map(([at, hz, sec]) => [at, hz * 2 ** (5 / 12), sec] as const);
    const otherNotes = loopDistance(base, print(struck(notes, 16), 16));
    expect(otherNotes.notes).toBeGreaterThan(0.2);
    const rhythm = A.map(([at, hz, sec], n) => [(at + 3 * n + 1) % 16, hz, sec] as const);
    const otherRhythm = loopDistance(base, print(struck(rhythm, 16), 16));
    expect(otherRhythm.rhythm).toBeGreaterThan(0.05);
    const otherSound = loopDistance(base, print(struck(A, 16, 2, 12), 16));
    expect(otherSound.timbre).toBeGreaterThan(0.2);
    for (const { total } of [otherNotes, otherRhythm, otherSound]) {
      expect(total).toBeGreaterThan(2 * NEARLY_SAME);
    }
  });

  it('refuses a loop without frames or length', () => {
    expect(() => loopPrint([], RATE, 16)).toThrow(RangeError);
    expect(() => loopPrint([new Float32Array(100)], RATE, 0)).toThrow(RangeError);
  });
});
