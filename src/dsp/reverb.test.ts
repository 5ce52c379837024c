import { describe, expect, it } from 'vitest';
import { noise } from '../../tests/audio/loops.ts';
import { REVERB_RING_SEC, Reverb, reverbImpulse } from './reverb.ts';

const RATE = 48_000;
const QUANTUM = 128;

const energyOf = (wave: Float32Array, fromSec = 0, toSec = Number.POSITIVE_INFINITY) =>
  wave
    .subarray(Math.round(fromSec * RATE), Math.min(wave.length, Math.round(toSec * RATE)))
    .reduce((sum, sample) => sum + sample * sample, 0);
const db = (energy: number) => 10 * Math.log10(energy);

/** Rings a wave in blocks of the audio thread; silence is handed over as nothing. */
function ring(reverb: Reverb, wave: Float32Array, frames: number): Float32Array[] {
  const out = [new Float32Array(frames), new Float32Array(frames)];
  for (let at = 0; at < frames; at += QUANTUM) {
    const input = at < wave.length ? wave.subarray(at, at + QUANTUM) : undefined;
    reverb.process(
      input,
      out.map((channel) => channel.subarray(at, at + QUANTUM)),
    );
  }
  return out;
}

describe('the reverb', () => {
  const impulse = reverbImpulse(RATE);

  it('is as loud as what it is sent, on either side, and the sides have nothing in common', () => {
    const [left, right] = impulse as [Float32Array, Float32Array];
    for (const side of [left, right]) expect(Math.abs(db(energyOf(side)))).toBeLessThan(0.1);
    const common = left.reduce((sum, sample, n) => sum + sample * right[n]!, 0);
    expect(Math.abs(common)).toBeLessThan(0.1);
  });

  it('leaves the dry sound in front, is dense soon and dies away', () => {
    for (const side of impulse) {
      expect(energyOf(side, 0, 0.01)).toBe(0);
      const early = db(energyOf(side, 0.05, 0.15));
      expect(db(energyOf(side, 1.05, 1.15)) - early).toBeGreaterThan(-45);
      expect(db(energyOf(side, 1.05, 1.15)) - early).toBeLessThan(-35);
      // Gaussian noise spends 31.7 % of its time beyond its own deviation: so dense is a reverb that is no echo.
      const window = side.subarray(0.08 * RATE, 0.12 * RATE);
      const deviation = Math.sqrt(energyOf(window) / window.length);
      const beyond = window.reduce((sum, x) => sum + (Math.abs(x) > deviation ? 1 : 0), 0);
      expect(beyond / window.length / 0.317).toBeGreaterThan(0.85);
    }
  });

  it('has rung out after its time, and sounds the same after a rest', () => {
    const wave = noise(5, 1, 0.5);
    const sound = Float32Array.from({ length: 12_800 }, (_, n) => wave(n, 12_800));
    const frames = Math.ceil((REVERB_RING_SEC * RATE + 12_800) / QUANTUM) * QUANTUM + QUANTUM;
    const reverb = new Reverb(RATE);
    const first = ring(reverb, sound, frames);
    const end = first[0]!.subarray(frames - 4 * QUANTUM);
    expect(end.reduce((most, x) => Math.max(most, Math.abs(x)), 0)).toBeLessThan(1e-5);
    const second = ring(reverb, sound, frames);
    let worst = 0;
    for (let n = 0; n < frames; n++) {
      worst = Math.max(worst, Math.abs(first[0]![n]! - second[0]![n]!));
    }
    expect(worst).toBeLessThan(1e-5);
  });

  it('does not depend on how it is cut into blocks', () => {
    const [left] = ring(
      new Reverb(RATE),
      Float32Array.from({ length: QUANTUM }, (_, n) => (n ? 0 : 1)),
      RATE,
    );
    const whole = impulse[0]!;
    for (let n = 0; n < RATE; n += 97) expect(left![n]).toBe(whole[n]);
  });
});
