/** Recipes as data: what is played into a loop, and the effects that it goes through. `renderRecipe` makes the sound. */
import type { LibraryCategory } from '../../../src/data/contract/categories.ts';
import type { Stereo } from '../../../src/dsp/synth/buffer.ts';
import type { EqBand } from '../../../src/dsp/synth/filter.ts';
import { mellow } from '../fx/bass.ts';
import { eq, saturate } from '../fx/chain.ts';
import { chorus, delay } from '../fx/delay.ts';
import { type CompressorShape, compress, duck } from '../fx/dynamics.ts';
import { type DrumBus, drumBus, normalise, sum } from '../fx/mix.ts';
import { type ReverbShape, reverb } from '../fx/reverb.ts';
import {
  bus,
  type DrumVoice,
  type LineOptions,
  type NoteVoice,
  type PlayOptions,
  playBeat,
  playLine,
  quarters,
  type Session,
} from './session.ts';

/** Plays something into a bus. */
export type Part = (out: Stereo, s: Session) => void;

/** One effect: takes a sound of the loop's length and answers another. */
export type Step = (sound: Stereo, s: Session) => Stereo;

interface Named {
  readonly name: string;
  readonly category: LibraryCategory;
  readonly bars: number;
  /** Place of off-beat sixteenths where it is not the family's. */
  readonly swing?: number;
  /** A loop without a steady pitch: its key is not checked. */
  readonly unpitched?: boolean;
}

/** Parts on one bus, through one chain of effects. */
export interface Played extends Named {
  readonly play: readonly Part[];
  readonly chain: readonly Step[];
}

/** Drums through one desk: the kick beside all else, which may have a plate of its own. */
export interface Drums extends Named {
  readonly kick: readonly Part[];
  readonly play: readonly Part[];
  readonly plate?: { readonly play: readonly Part[]; readonly chain: readonly Step[] };
  /** Effects on all but the kick. */
  readonly topChain?: readonly Step[];
  readonly desk: DrumBus;
  readonly chain?: readonly Step[];
}

/** A sound that is no score: its own function makes it. */
export interface Designed extends Named {
  readonly render: (s: Session) => Stereo;
}

/** How one loop is made. */
export type Recipe = Played | Drums | Designed;

/** A melodic part; the notation is that of `playLine`. */
export const line =
  (score: string, voice: NoteVoice, options?: LineOptions): Part =>
  (out, s) =>
    playLine(out, s, score, voice, options);

/** A drum part; the notation is that of `playBeat`. */
export const beat =
  (pattern: string, voice: DrumVoice, options?: PlayOptions): Part =>
  (out, s) =>
    playBeat(out, s, pattern, voice, options);

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

const through = (sound: Stereo, chain: readonly Step[], s: Session) =>
  chain.reduce((x, step) => step(x, s), sound);

function played(parts: readonly Part[], s: Session): Stereo {
  const out = bus(s);
  for (const part of parts) part(out, s);
  return out;
}

/** Makes the sound of a recipe. @returns one pass of the loop */
export function renderRecipe(recipe: Recipe, s: Session): Stereo {
  if ('render' in recipe) return recipe.render(s);
  if (!('kick' in recipe)) return through(played(recipe.play, s), recipe.chain, s);
  const { kick, play, plate, topChain = [], desk, chain = [] } = recipe;
  const rest = played(play, s);
  const top = plate ? sum([rest, 1], [through(played(plate.play, s), plate.chain, s), 1]) : rest;
  return through(drumBus(played(kick, s), through(top, topChain, s), desk), chain, s);
}
