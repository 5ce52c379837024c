import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCALES } from '../data/contract/scales.ts';
import { chroma, MIN_TONALITY, matchKey, tonalContent, tonality } from './chroma.ts';

const RATE = 48_000;
const SEC = 2;

/** A note (MIDI) with `partials` partials that fall as a saw's. */
function addNote(into: Float32Array, midi: number, from: number, frames: number, partials = 5) {
  const hz = 440 * 2 ** ((midi - 69) / 12);
  for (let n = 0; n < frames; n++) {
    const fade = Math.min(1, n / 500, (frames - n) / 500);
    let sum = 0;
    for (let k = 1; k <= partials; k++) sum += Math.sin((2 * Math.PI * hz * k * n) / RATE + k) / k;
    into[(from + n) % into.length]! += 0.1 * sum * fade;
  }
}

const chord = (...notes: number[]) => {
  const loop = new Float32Array(SEC * RATE);
  for (const note of notes) addNote(loop, note, 0, loop.length, 3);
  return loop;
};

/** White noise from a linear congruential generator (Numerical Recipes). */
function noise(frames: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: frames }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

function scaleLoop(root: number, scale: number, base = 48) {
  const loop = new Float32Array(6 * RATE);
  const { steps } = SCALES[scale]!;
  // The tonic triad under its scale, as a bass and a tune would give it.
  const notes = [0, ...steps, 12].map((step) => base + 12 + root + step);
  const length = Math.floor(loop.length / notes.length);
  for (const [at, note] of notes.entries()) addNote(loop, note, at * length, length, 3);
  addNote(loop, base + root, 0, loop.length, 2);
  return loop;
}

describe('chroma', () => {
  it('finds the notes of a chord', () => {
    const shares = chroma([chord(60, 64, 67)], RATE);
    expect(tonality(shares)).toBeGreaterThan(0.9);
    const loudest = [...shares.keys()].sort((a, b) => shares[b]! - shares[a]!).slice(0, 3);
    expect(loudest.sort((a, b) => a - b)).toEqual([0, 4, 7]);
    const outside = [1, 2, 3, 5, 6, 8, 9, 10].reduce((sum, at) => sum + shares[at]!, 0);
    expect(outside).toBeLessThan(0.06);
  });

  it('names single notes over the whole range, at any rate, in either channel', () => {
    for (let midi = 28; midi <= 96; midi += 1) {
      const loop = new Float32Array(RATE);
      addNote(loop, midi, 0, loop.length, 1);
      const shares = chroma([new Float32Array(RATE), loop], RATE);
      expect(shares[midi % 12]).toBeGreaterThan(0.8);
    }
    const slow = Float32Array.from({ length: 22_050 }, (_, n) =>
      Math.sin((2 * Math.PI * 440 * n) / 22_050),
    );
    expect(chroma([slow], 22_050)[9]).toBeGreaterThan(0.95);
  });

  it('does not cancel what the channels hold in opposite phase', () => {
    const loop = chord(57);
    const shares = chroma([loop, loop.map((x) => -x)], RATE);
    expect(shares[9]).toBeGreaterThan(0.9);
  });

  it('hears quick low notes by their period', () => {
    const loop = new Float32Array(4 * RATE);
    const line = [29, 32, 36, 39, 29, 31, 34, 27];
    for (let at = 0; at < 32; at++) addNote(loop, line[at % 8]!, at * 6000, 4600, 4);
    const shares = chroma([loop, loop], RATE);
    expect(tonality(shares)).toBeGreaterThan(0.5);
    expect(matchKey(shares, 5, 5).share).toBeGreaterThan(0.97);
    expect(shares[5]).toBeGreaterThan(shares[8]!);
  });

  it('knows a glide from a tuned tone', () => {
    let phase = 0;
    const glide = Float32Array.from({ length: 6 * RATE }, (_, n) => {
      phase += (130 * 2 ** (n / (6 * RATE))) / RATE;
      return Math.sin(2 * Math.PI * phase);
    });
    expect(tonalContent([glide], RATE).tuned).toBeLessThan(0.4);
    expect(tonalContent([chord(48, 55, 63)], RATE).tuned).toBeGreaterThan(0.9);
  });

  it('finds no key in noise or in silence', () => {
    expect(tonality(chroma([noise(4 * RATE), noise(4 * RATE)], RATE))).toBeLessThan(
      MIN_TONALITY / 2,
    );
    expect(tonality(chroma([new Float32Array(RATE)], RATE))).toBe(0);
    expect(matchKey(new Float32Array(12), 0, 0)).toMatchObject({
      share: 0,
      best: { root: 0, scale: 0 },
    });
  });
});

describe('key', () => {
  it.each([
    [0, 0],
    [3, 1],
    [9, 5],
    [5, 5],
    [10, 12],
    [7, 7],
  ])('finds root %i of scale %i', (root, scale) => {
    const match = matchKey(chroma([scaleLoop(root, scale)], RATE), root, scale);
    expect(match.share).toBeGreaterThan(0.93);
    expect(match.best).toEqual({ root, scale });
    expect(match.margin).toBeGreaterThan(0);
  });

  it('sees that a declared key is wrong, even by a fifth', () => {
    const shares = chroma([scaleLoop(9, 5)], RATE);
    for (const root of [10, 8, 4, 2, 3]) {
      const match = matchKey(shares, root, 5);
      expect(match.best).toEqual({ root: 9, scale: 5 });
      expect(match.margin).toBeLessThan(-0.02);
    }
    expect(matchKey(shares, 10, 5).share).toBeLessThan(0.7);
  });

  it('moves with the music', () => {
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: 12,
      maxLength: 12,
    });
    const key = [fc.integer({ min: 0, max: 11 }), fc.integer({ min: 0, max: 17 })] as const;
    fc.assert(
      fc.property(shares, ...key, fc.integer({ min: 0, max: 11 }), (values, root, scale, by) => {
        const still = Float32Array.from(values);
        const moved = Float32Array.from(values, (_, at) => values[(at - by + 12) % 12]!);
        const a = matchKey(still, root, scale);
        const b = matchKey(moved, (root + by) % 12, scale);
        expect(b.share).toBeCloseTo(a.share, 5);
        expect(b.margin).toBeCloseTo(a.margin, 5);
        expect(a.share).toBeGreaterThanOrEqual(0);
        expect(a.share).toBeLessThanOrEqual(1 + 1e-6);
      }),
    );
  });
});
