import { describe, expect, it } from 'vitest';
import { integratedLoudness, kWeighting, loopLoudness } from './loudness.ts';

const tone = (sec: number, db: number, rate = 48_000, hz = 1000) =>
  Float32Array.from(
    { length: Math.round(sec * rate) },
    (_, at) => 10 ** (db / 20) * Math.sin((2 * Math.PI * hz * at) / rate),
  );

const join = (...parts: Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]));

const stereo = (channel: Float32Array) => [channel, channel];

describe('K-weighting', () => {
  it('has the coefficients of the recommendation at 48 kHz', () => {
    const [shelf, pass] = kWeighting(48_000);
    expect(shelf.b0).toBeCloseTo(1.53512485958697, 8);
    expect(shelf.b1).toBeCloseTo(-2.69169618940638, 8);
    expect(shelf.b2).toBeCloseTo(1.19839281085285, 8);
    expect(shelf.a1).toBeCloseTo(-1.69065929318241, 8);
    expect(shelf.a2).toBeCloseTo(0.73248077421585, 8);
    expect(pass.a1).toBeCloseTo(-1.99004745483398, 8);
    expect(pass.a2).toBeCloseTo(0.99007225036621, 8);
  });
});

describe('integrated loudness', () => {
  it.each([48_000, 44_100, 96_000, 32_000])('reads a full-scale tone at %i Hz', (rate) => {
    const sine = tone(4, 0, rate, 997);
    expect(integratedLoudness([sine], rate)).toBeCloseTo(-3.01, 1);
    expect(integratedLoudness(stereo(tone(4, -20, rate, 997)), rate)).toBeCloseTo(-20, 1);
  });

  // EBU Tech 3341, version 4, table 1: required readings with a tolerance of 0.1 LU.
  const cases: [string, [number, number][], number][] = [
    ['1', [[20, -23]], -23],
    ['2', [[20, -33]], -33],
    ['3', [[10, -36], [60, -23], [10, -36]], -23], // biome-ignore format: a table
    ['4', [[10, -72], [10, -36], [60, -23], [10, -36], [10, -72]], -23], // biome-ignore format: a table
    ['5', [[20, -26], [20.1, -20], [20, -26]], -23], // biome-ignore format: a table
  ];
  it.each(cases)('passes case %s of EBU Tech 3341', (_, parts, lufs) => {
    const signal = join(...parts.map(([sec, db]) => tone(sec, db)));
    expect(Math.abs(integratedLoudness(stereo(signal), 48_000) - lufs)).toBeLessThan(0.1);
  });

  it('is −Infinity for silence and for less than a block', () => {
    expect(integratedLoudness(stereo(new Float32Array(96_000)), 48_000)).toBe(-Infinity);
    expect(integratedLoudness(stereo(tone(0.39, 0)), 48_000)).toBe(-Infinity);
    expect(integratedLoudness([], 48_000)).toBe(-Infinity);
  });
});

describe('loop loudness', () => {
  it('agrees with the loop played many times', () => {
    const beat = join(tone(0.11, -12, 48_000, 70), tone(0.3, -60), tone(0.2, -20, 48_000, 4000));
    const played = join(...Array.from({ length: 60 }, () => beat));
    const heard = loopLoudness(stereo(beat), 48_000);
    expect(Math.abs(heard - integratedLoudness(stereo(played), 48_000))).toBeLessThan(0.1);
  });

  it('does not depend on where the loop starts', () => {
    const loop = join(tone(2.03, -50), tone(1.5, -14), tone(0.77, -24));
    const turned = join(loop.subarray(100_000), loop.subarray(0, 100_000));
    const difference = loopLoudness([loop, loop], 48_000) - loopLoudness([turned, turned], 48_000);
    expect(Math.abs(difference)).toBeLessThan(0.15);
  });

  it('measures loops shorter than a block', () => {
    expect(loopLoudness(stereo(tone(0.1, -20)), 48_000)).toBeCloseTo(-20, 1);
  });

  it('hears a single channel from both speakers', () => {
    const sine = tone(4, -20);
    expect(loopLoudness([sine], 48_000)).toBeCloseTo(loopLoudness([sine, sine], 48_000), 9);
  });

  it('is −Infinity for silence and for nothing', () => {
    expect(loopLoudness([new Float32Array(48_000)], 48_000)).toBe(-Infinity);
    expect(loopLoudness([new Float32Array(0)], 48_000)).toBe(-Infinity);
    expect(loopLoudness([], 48_000)).toBe(-Infinity);
  });
});
