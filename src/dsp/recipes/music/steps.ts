/** The effects of a recipe, as steps of its chain. */
import { copy, type Stereo } from '../../synth/buffer.ts';
import type { EqBand } from '../../synth/filter.ts';
import { eq, saturate, width } from '../fx/chain.ts';
import { chorus, delay } from '../fx/delay.ts';
import { type CompressorShape, compress, duck } from '../fx/dynamics.ts';
import { normalise, sum } from '../fx/mix.ts';
import { type ReverbShape, reverb } from '../fx/reverb.ts';
import { quarters, type Session } from './session.ts';

/** One effect: takes a sound of the loop's length and answers another. */
export type Step = (sound: Stereo, s: Session) => Stereo;

/** Brings the highest peak to `peak`, linear. */
export const level =
  (peak: number): Step =>
  (x) =>
    normalise(x, peak);

/** An echo every `sixteenths` sixteenths, from side to side, between `hp` and `lp` Hz. */
export const echo =
  (sixteenths: number, feedback: number, wet: number, lp: number, hp: number): Step =>
  (x, s) =>
    delay(x, { sec: (s.sixteenth * sixteenths) / 48_000, feedback, wet, lp, hp, cross: true });

/** Dips by `depth` on every quarter note and comes back within `sixteenths` sixteenths. */
export const breathe =
  (depth: number, sixteenths: number, from = 0, every = 4): Step =>
  (x, s) =>
    duck(x, quarters(s, from, every), depth, s.sixteenth * sixteenths);

/** A reverb of `sec` seconds, dull above `damp` Hz. */
export const withReverb =
  (sec: number, size: number, damp: number, wet: number, more?: Partial<ReverbShape>): Step =>
  (x) =>
    reverb(x, { sec, size, damp, wet, ...more });

export const withChorus =
  (...shape: Parameters<typeof chorus> extends [Stereo, ...infer Rest] ? Rest : never): Step =>
  (x) =>
    chorus(x, ...shape);

export const withSaturation =
  (drive: number): Step =>
  (x) =>
    saturate(x, drive);

export const withEq =
  (...bands: EqBand[]): Step =>
  (x) =>
    eq(x, ...bands);

export const withCompressor =
  (shape: CompressorShape): Step =>
  (x) =>
    compress(x, shape);

/**
 * A bass through its amplifier: warmth on all of it, and grit above 300 Hz beside it, so that the line is still
 * there on a small speaker. The low end stays in the middle.
 */
function mellow(bus: Stereo, drive: number, grit: number): Stereo {
  const bite = saturate(normalise(copy(bus), 0.9), 2.2, 0.25);
  const upper = eq(bite, { kind: 'hp', hz: 320 }, { kind: 'lp', hz: 3200 });
  return width(sum([saturate(normalise(bus, 0.8), drive), 1], [upper, grit]), 0.8, 200);
}

/** The even weight of a bass: `drive` saturates its body, `grit` is the share of its upper part. */
export const withMellow =
  (drive: number, grit: number): Step =>
  (x) =>
    mellow(x, drive, grit);

/** Lays another sound under it, at `gain`. */
export const withUnder =
  (sound: (s: Session) => Stereo, gain: number): Step =>
  (x, s) =>
    sum([x, 1], [sound(s), gain]);
