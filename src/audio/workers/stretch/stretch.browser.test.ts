/** What the shifting of loops does to sound, in a worker of the real browser: lengths, hits, pitch, seams. */
import { describe, expect, it } from 'vitest';
import { RATE, rms, toDb, worstBend } from '../../../../tests/audio/offline.ts';
import { renderBeside } from '../../loading/patternMaker.ts';
import type { ShiftMethod } from '../renderPass.ts';

const FRAMES = 96_000;
const SPEEDS = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 2];

async function shift(
  wave: Float32Array<ArrayBuffer>,
  speed: number,
  semitones: number,
  method: ShiftMethod,
): Promise<Float32Array> {
  const frames = Math.round(FRAMES / speed);
  const { passes } = await renderBeside({
    channels: [wave],
    lengths: [frames],
    shift: { method, keepsPitch: true, semitones, ownFrames: wave.length },
  });
  expect(passes[0]![0]!.length).toBe(frames);
  return passes[0]![0]!;
}

/** Eight clicks, 500 frames after each eighth of a loop. */
function clicks(): Float32Array<ArrayBuffer> {
  const wave = new Float32Array(FRAMES);
  for (let hit = 0; hit < 8; hit++) {
    const at = (hit * FRAMES) / 8 + 500;
    for (let n = 0; n < 40; n++) wave[at + n] = Math.exp(-n / 8) * (n % 2 ? -1 : 1);
  }
  return wave;
}

/** Frames between the clicks of a rendered loop and where they belong. */
function clickErrors(wave: Float32Array, speed: number): number[] {
  return Array.from({ length: 8 }, (_, hit) => {
    const wanted = Math.round(((hit * FRAMES) / 8 + 500) / speed);
    let at = wanted;
    for (let n = wanted - 2000; n < wanted + 2000; n++) {
      if (Math.abs(wave[n] ?? 0) > Math.abs(wave[at]!)) at = n;
    }
    return at - wanted;
  });
}

const tone = (periods: number) =>
  Float32Array.from(
    { length: FRAMES },
    (_, n) => 0.4 * Math.sin((2 * Math.PI * periods * n) / FRAMES),
  );

/** Frequency of a steady tone near a guess, in Hz: the largest of a fine sweep of Hann-windowed sums. */
function frequencyOf(wave: Float32Array, near: number): number {
  const span = Math.min(wave.length, 48_000);
  let best = near;
  let most = 0;
  for (let cents = -60; cents <= 60; cents += 0.5) {
    const hz = near * 2 ** (cents / 1200);
    let real = 0;
    let imaginary = 0;
    for (let n = 0; n < span; n += 3) {
      const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / span);
      const angle = (2 * Math.PI * hz * n) / RATE;
      real += window * wave[n]! * Math.cos(angle);
      imaginary += window * wave[n]! * Math.sin(angle);
    }
    const power = real * real + imaginary * imaginary;
    if (power > most) [most, best] = [power, hz];
  }
  return best;
}

describe('a shift by the vocoder, in a worker', () => {
  it('of nothing is the same sound, below −100 dB', async () => {
    const wave = tone(880);
    const made = await shift(wave, 1, 0, 'tones');
    const rest = made.map((sample, n) => sample - wave[n]!);
    expect(toDb(rms(rest) / rms(wave))).toBeLessThan(-100);
  });

  it('has exact frames and hits within 3 ms at every speed', async () => {
    for (const speed of SPEEDS) {
      const errors = clickErrors(await shift(clicks(), speed, 0, 'tones'), speed);
      expect(Math.max(...errors.map(Math.abs)), `${speed}`).toBeLessThanOrEqual(144);
    }
  });

  it('is in tune to a cent, and leaves the pitch at other speeds', async () => {
    for (const [speed, semitones] of [
      [1, -12],
      [1, -5],
      [1, 3],
      [1, 7],
      [0.75, 0],
      [1.5, 0],
      [1.25, 4],
    ] as const) {
      const made = await shift(tone(880), speed, semitones, 'tones');
      const wanted = 440 * 2 ** (semitones / 12);
      const cents = 1200 * Math.log2(frequencyOf(made, wanted) / wanted);
      expect(Math.abs(cents), `${speed}, ${semitones}`).toBeLessThanOrEqual(1);
    }
  });

  it('goes round without a click', async () => {
    for (const [speed, semitones] of [
      [1, 3],
      [0.75, 0],
      [1.5, -5],
      [2, 12],
    ] as const) {
      const made = await shift(tone(880), speed, semitones, 'tones');
      const twice = new Float32Array([...made, ...made]);
      const steady = worstBend(made, 4000, made.length - 4000);
      const seam = worstBend(twice, made.length - 1200, made.length + 1200);
      expect(toDb(seam / steady), `${speed}, ${semitones}`).toBeLessThanOrEqual(6);
    }
  });
});

describe('a shift of hits', () => {
  it('leaves every hit on its frame and as loud at every speed', async () => {
    for (const speed of SPEEDS) {
      const made = await shift(clicks(), speed, 0, 'slices');
      expect(clickErrors(made, speed), `${speed}`).toEqual(new Array(8).fill(0));
      expect(made.reduce((most, one) => Math.max(most, Math.abs(one)), 0)).toBeCloseTo(1, 5);
    }
  });

  it('of nothing is the same to the bit', async () => {
    expect(await shift(clicks(), 1, 0, 'slices')).toEqual(clicks());
  });

  it('has hits within a millisecond at other pitches', async () => {
    for (const [speed, semitones] of [
      [1, -7],
      [1, 5],
      [0.75, 3],
      [1.5, -3],
    ] as const) {
      const errors = clickErrors(await shift(clicks(), speed, semitones, 'slices'), speed);
      expect(Math.max(...errors.map(Math.abs)), `${speed}, ${semitones}`).toBeLessThanOrEqual(48);
    }
  });
});
