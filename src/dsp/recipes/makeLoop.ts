import { FAMILY_HOMES, type LoopOrder } from '../../data/contract/making.ts';
import { MIN_TONALITY, matchKey, tonalContent, tonality } from '../chroma.ts';
import { seamDb } from '../seam.ts';
import { RATE, type Stereo } from '../synth/buffer.ts';
import { hash32 } from '../synth/random.ts';
import { truePeakDb } from '../truePeak.ts';
import { composeDrums, composePerc } from './make/beats.ts';
import { type Chance, chance } from './make/chance.ts';
import type { Style } from './make/style.ts';
import { STYLES } from './make/styles/styles.ts';
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

/** Has no divisor in common with the number of names, so that the names of neighbours are far apart and all different. */
const STRIDE = 1009;

/**
 * What a loop is called: two words of its family. The same order has the same name; seeds that follow each other have
 * different ones.
 */
function nameOf(order: LoopOrder, [first, second]: Style['words']): string {
  const { family, category, seed, bps, root, scale, bars, density, octave } = order;
  const about = `${family}/${category}/${bps}/${root}/${scale}/${bars}/${density}/${octave}`;
  const count = first.length * second.length;
  const at = ((seed % count) * STRIDE + hash32(about)) % count;
  const one = first[at % first.length]!;
  const other = second[Math.floor(at / first.length)]!;
  return one === other ? `${one} on ${other}` : `${one} ${other}`;
}

/** What is played for an order, as the recipes of the house are written. */
function recipeOf(order: LoopOrder, style: Style, c: Chance): UnnamedRecipe {
  const { category, bars, density } = order;
  const key = keyOf(order, FAMILY_HOMES[order.family].scale);
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

/** Share of the tones that must lie in the key: partials of a voice may stand on other notes than those it plays. */
const MIN_KEY_SHARE = 0.88;
/** So often another loop is composed for the order where one rings beside its key; the best of them is taken. */
const TRIES = 4;
const UNPITCHED: readonly string[] = ['drums', 'perc'];

/** Share of what rings in a loop that lies in the key of the order; 1 where pitch means nothing. */
function keyShare({ l, r }: Stereo, { category, root, scale }: LoopOrder): number {
  if (UNPITCHED.includes(category)) return 1;
  const { shares } = tonalContent([l, r], RATE);
  return tonality(shares) < MIN_TONALITY ? 1 : matchKey(shares, root, scale).share;
}

function composed(order: LoopOrder, style: Style, label: string): Stereo {
  const { category, seed, bars, bps, family } = order;
  const recipe = { name: '', category, ...recipeOf(order, style, chance(label, seed)) };
  const s = session(`${label}/${seed}`, bps * 60, bars, FAMILY_HOMES[family].swing);
  return placed(renderRecipe(recipe, s), category);
}

/**
 * Composes the loop of an order out of its family's voices, effects, rhythms and chords and plays it at the order's
 * tempo: round(bars · 16 / (4 · bps) · 48000) frames. Every note that has a pitch is one of the order's scale.
 */
export function composeLoop(order: LoopOrder): ComposedLoop {
  const style = STYLES[order.family];
  const label = `made ${order.version}/${order.family}/${order.category}`;
  let best = composed(order, style, label);
  let share = keyShare(best, order);
  for (let again = 1; again < TRIES && share < MIN_KEY_SHARE; again++) {
    const other = composed(order, style, `${label}/${again}`);
    const otherShare = keyShare(other, order);
    if (otherShare > share) [best, share] = [other, otherShare];
  }
  const name = nameOf(order, style.words);
  return { name, sound: withoutSeam(best), length16ths: order.bars * 16 };
}

const MAX_TRUE_PEAK_DBTP = -1;
const ROUNDS = 4;

/** Levelled, with a lower ceiling where what the limiter left still peaks between the samples. */
function heldLevel(sound: Stereo, category: LoopOrder['category']): Stereo {
  let headroomDb = 0;
  let out = levelled(sound, category);
  for (let round = 0; round < ROUNDS; round++) {
    const overDb = truePeakDb([out.l, out.r]) - MAX_TRUE_PEAK_DBTP;
    if (overDb <= 0) break;
    headroomDb += Math.ceil((overDb + 0.2) * 64) / 64;
    out = levelled(sound, category, headroomDb);
  }
  return out;
}

/** Makes the loop of an order, levelled to its category. The same order gives the same samples. */
export function makeLoop(order: LoopOrder): MadeLoop {
  const { name, sound, length16ths } = composeLoop(order);
  const { l, r } = heldLevel(sound, order.category);
  const channels = [l, r] as MadeLoop['channels'];
  return { order, name, channels, length16ths };
}
