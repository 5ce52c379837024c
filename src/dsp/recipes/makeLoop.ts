import type { LoopOrder, MadeFamily } from '../../data/contract/making.ts';
import { seamDb } from '../seam.ts';
import type { Stereo } from '../synth/buffer.ts';
import { composeDrums, composePerc } from './make/beats.ts';
import { type Chance, chance } from './make/chance.ts';
import { nameOf } from './make/names.ts';
import type { Style } from './make/style.ts';
import { EMBER } from './make/styles/ember/index.ts';
import { RAIN } from './make/styles/rain/index.ts';
import { TIDE } from './make/styles/tide/index.ts';
import {
  composeBass,
  composeChords,
  composeLead,
  composePad,
  composeVocal,
  type Tonal,
} from './make/tonal.ts';
import { keyOf } from './make/tones.ts';
import { renderRecipe, type UnnamedRecipe } from './music/recipe.ts';
import { session } from './music/session.ts';
import { levelled, placed } from './output/finish.ts';
import { mendSeam } from './output/mend.ts';

/** A loop that was made: exactly one pass at 48 kHz, in stereo, at the loudness of its category. */
export interface MadeLoop {
  readonly order: LoopOrder;
  /** A name that people can call it by; the same order has the same one. */
  readonly name: string;
  readonly channels: [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>];
  readonly length16ths: number;
}

/** A loop before it is levelled: what a coder that needs headroom begins with. */
export interface ComposedLoop {
  readonly name: string;
  readonly sound: Stereo;
  readonly length16ths: number;
}

const STYLES: Readonly<Record<MadeFamily, Style>> = {
  'ember-street': EMBER,
  'slow-tide': TIDE,
  'glass-rain': RAIN,
};

/** What is played for an order, as the recipes of the house are written. */
function recipeOf(order: LoopOrder, style: Style, c: Chance): UnnamedRecipe {
  const { category, bars, density } = order;
  const key = keyOf(order, style.about.scale);
  const tonal: Tonal = { style, order, key, c };
  const shape = { bars, density };
  switch (category) {
    case 'drums':
      return composeDrums(c.turn('kind', style.drums), c, shape);
    case 'perc':
      return composePerc(c.turn('kind', style.perc), c, shape);
    case 'bass':
      return composeBass(tonal, c.turn('kind', style.bass));
    case 'leads':
      return composeLead(tonal, c.turn('kind', style.leads));
    case 'vocals':
      return composeVocal(tonal, c.turn('kind', style.vocals));
    case 'chords':
      return composeChords(tonal, c.turn('kind', style.chords));
    case 'pads':
      return composePad(tonal, c.turn('kind', style.pads));
    case 'fx': {
      const design = c.turn('kind', style.fx);
      return { bars, render: (s) => design(s, c, key) };
    }
  }
}

/** Above this the ends of a loop are bent together. */
const MAX_SEAM_DB = 2.5;

function withoutSeam(sound: Stereo): Stereo {
  const isTorn = Math.max(seamDb(sound.l), seamDb(sound.r)) > MAX_SEAM_DB;
  return isTorn ? mendSeam(sound, sound) : sound;
}

/**
 * Composes the loop of an order out of its family's voices, effects, rhythms and chords and plays it at the order's
 * tempo: round(bars · 16 / (4 · bps) · 48000) frames. Every note that has a pitch is one of the order's scale.
 */
export function composeLoop(order: LoopOrder): ComposedLoop {
  const style = STYLES[order.family];
  const { category, seed, bars, bps, version } = order;
  const label = `made ${version}/${order.family}/${category}`;
  const c = chance(label, seed);
  const recipe = { name: '', category, ...recipeOf(order, style, c) };
  const s = session(`${label}/${seed}`, bps * 60, bars, style.about.swing);
  const sound = withoutSeam(placed(renderRecipe(recipe, s), category));
  return { name: nameOf(order, style.words), sound, length16ths: bars * 16 };
}

/** Makes the loop of an order, levelled to its category. The same order gives the same samples. */
export function makeLoop(order: LoopOrder): MadeLoop {
  const { name, sound, length16ths } = composeLoop(order);
  const { l, r } = levelled(sound, order.category);
  const channels = [l, r] as MadeLoop['channels'];
  return { order, name, channels, length16ths };
}
