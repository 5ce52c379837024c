/**
 * Recipes as data: what is played into a loop, and the effects that it goes through. `renderRecipe` makes the sound.
 */
import type { LibraryCategory } from '../../../data/contract/categories.ts';
import type { Stereo } from '../../synth/buffer.ts';
import { type DrumBus, drumBus, sum } from '../fx/mix.ts';
import {
  bus,
  type DrumVoice,
  type LineOptions,
  type NoteVoice,
  type PlayOptions,
  playBeat,
  playLine,
  type Session,
} from './session.ts';
import type { Step } from './steps.ts';

/** Plays something into a bus. */
export type Part = (out: Stereo, s: Session) => void;

interface Named {
  readonly name: string;
  readonly category: LibraryCategory;
  readonly bars: number;
  /** Place of off-beat sixteenths where it is not the family's. */
  readonly swing?: number;
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

type Unnamed<R> = Omit<R, 'name' | 'category'>;

/** A recipe without a name yet. */
export type UnnamedRecipe = Unnamed<Played> | Unnamed<Drums> | Unnamed<Designed>;

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
