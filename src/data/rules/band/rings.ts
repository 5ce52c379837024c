/** Which ring the band would bring: loops of the library and fresh ones, weighed against what sounds. Pure. */
import { LIBRARY_CATEGORIES, type LibraryCategory } from '../../contract/categories.ts';
import type { Loop } from '../../contract/loop.ts';
import { type LoopOrder, MADE_FAMILIES, type MadeFamily } from '../../contract/making.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { type Chance, isLibraryCategory } from '../draft/loopChoice.ts';
import {
  densityOf,
  type Fit,
  fitOf,
  gapShare,
  isOnBars,
  type MatchGain,
  maskingOf,
  type Sounding,
  sounding,
} from './fit.ts';
import { type BandMemory, likingOf } from './memory.ts';
import type { BandRing } from './moves.ts';
import { isNearCopy } from './prints.ts';

/** How much a rifff without a part wants it. */
const LACKS: Readonly<Record<LibraryCategory, number>> = {
  drums: 1,
  bass: 0.95,
  chords: 0.8,
  leads: 0.7,
  pads: 0.65,
  perc: 0.55,
  vocals: 0.5,
  fx: 0.35,
};
/** The same of a part that is there already. A second bass only muddies the first. */
const AGAIN: Readonly<Record<LibraryCategory, number>> = {
  drums: -1,
  bass: -1,
  chords: 0,
  leads: 0,
  pads: 0.1,
  perc: 0.2,
  vocals: 0.1,
  fx: 0.2,
};

/** What is weighed. */
export interface Ground {
  readonly rifff: Rifff;
  readonly library: readonly Loop[];
  readonly memory: BandMemory;
  readonly matchGain: MatchGain;
  readonly chance: Chance;
  /** The ring that a person added last; undefined for none. */
  readonly called: Sounding | undefined;
  /** Fresh loops can be made. */
  readonly canMake: boolean;
  /** Linear gain of rings that it brings. */
  readonly gain: number;
  /** Answers in a row that were undone. */
  readonly undone: number;
}

/** A ring with how well it would do, about 0 to 1. */
export interface WeighedRing {
  readonly ring: BandRing;
  readonly quality: number;
}

/** What counts for how much. */
const WEIGHTS = { lack: 0.4, room: 0.5, density: 0.1, gaps: 0.1, exact: 0.1, liking: 0.15 };
/** What chance may outweigh. */
const LUCK = 0.1;
/** A library loop that is played as it is, and one that is stretched and moved by as much as may be. */
const exactness = ({ semitones, timeStretch }: Fit) =>
  1 - (timeStretch ? 0.5 : 0) - Math.min(0.5, Math.abs(semitones) / 10);

const familyIn = (loops: readonly Loop[], loopId: string) =>
  loops.find(({ _id }) => _id === loopId)?.family;

function likingFor({ memory, library }: Ground, category: LibraryCategory, family: string): number {
  const known = (loopId: string) => familyIn(memory.recent, loopId) ?? familyIn(library, loopId);
  return likingOf(memory, { category }) + likingOf(memory, { family }, known) / 2;
}

/** Busy music is answered with what is sparse, and the other way round. 0 to 1. */
const densityFit = (density: number, there: number) => 1 - Math.abs(1 - there - density);

/** How much a part is wanted: a muted one counts as present, since it may be unmuted. */
function lackOf({ rifff }: Ground, category: LibraryCategory): number {
  const isThere = rifff.state.playback.some(({ slot: { current } }) => {
    const loop = rifff.loops.find(({ _id }) => _id === current?.currentLoop);
    return current !== null && (current.category ?? loop?.category) === category;
  });
  return isThere ? AGAIN[category] : LACKS[category];
}

/** A loop that is there, weighed; null where it cannot be played in the rifff, or is too much like the last answers. */
export function weighLoop(
  ground: Ground,
  loop: Loop,
  category: LibraryCategory,
  others: readonly Sounding[],
): (WeighedRing & { readonly masking: number }) | null {
  const { rifff, memory, matchGain, gain, called, chance } = ground;
  const fit = fitOf(rifff, loop, category);
  if (!fit || isNearCopy(loop, memory.recent) || isNearCopy(loop, rifff.loops)) return null;
  const there = densityOf(others.map(({ sound }) => sound));
  const one = sounding(loop, { category, gain, playbackRate: fit.playbackRate }, matchGain);
  const masking = maskingOf(one, others);
  const quality =
    WEIGHTS.lack * lackOf(ground, category) +
    WEIGHTS.room * (1 - masking) +
    WEIGHTS.density * densityFit(densityOf([one.sound]), there) +
    WEIGHTS.gaps * (called ? gapShare(one.sound, called.sound) : 0.5) +
    WEIGHTS.exact * exactness(fit) +
    WEIGHTS.liking * likingFor(ground, category, loop.family ?? '') +
    LUCK * chance();
  return { ring: { source: { loopId: loop._id }, category, gain, fit }, quality, masking };
}

/** Bars of a fresh loop: what repeats soon stays short, what should not stays long. */
const BARS: Readonly<Record<LibraryCategory, LoopOrder['bars']>> = {
  drums: 2,
  perc: 2,
  bass: 4,
  leads: 4,
  vocals: 4,
  chords: 4,
  pads: 4,
  fx: 4,
};
/** Metre that loops are made in, in sixteenths. */
const MADE_BAR = 16;
/** Loops of this are played where they are: there is nothing to move. */
const PITCHED_HIGH: ReadonlySet<string> = new Set(['leads', 'chords', 'pads', 'vocals']);

/** The family that most of the rifff is of; else the one whose loops are liked, or chance. */
function familyFor({ rifff, memory, library, chance }: Ground): MadeFamily {
  const known = (loopId: string) => familyIn(memory.recent, loopId) ?? familyIn(library, loopId);
  const weighed = MADE_FAMILIES.map((family) => {
    const count = rifff.loops.filter((loop) => loop.family === family).length;
    return { family, weight: count + likingOf(memory, { family }, known) + LUCK * chance() };
  });
  return weighed.reduce((best, one) => (one.weight > best.weight ? one : best)).family;
}

/** Powers of the low and of the high half of what sounds decide where a fresh part plays. */
function octaveFor(category: LibraryCategory, others: readonly Sounding[]): LoopOrder['octave'] {
  if (!PITCHED_HIGH.has(category)) return 0;
  const power = (band: number) =>
    others.reduce((sum, { sound, gain }) => sum + sound.bandPowers[band]! * gain ** 2, 0);
  const [lowMid, highMid] = [power(1), power(2)];
  return lowMid > 8 * highMid ? 1 : 0;
}

/** A fresh loop of a category, as it would be ordered; null where none can be made for the rifff. */
function orderFor(
  ground: Ground,
  category: LibraryCategory,
  others: readonly Sounding[],
): LoopOrder | null {
  const { rifff, chance, undone } = ground;
  const { barLength, bps } = rifff.state;
  const bars = BARS[category];
  if (barLength !== MADE_BAR || !isOnBars(bars * MADE_BAR, barLength)) return null;
  const there = densityOf(others.map(({ sound }) => sound));
  const density = Math.max(0.2, 0.7 - 0.4 * there - 0.1 * undone);
  return {
    version: 1,
    family: familyFor(ground),
    category,
    seed: Math.floor(chance() * 2 ** 32),
    bps,
    root: rifff.root,
    scale: rifff.scale,
    bars,
    density: Math.round(100 * density) / 100,
    octave: octaveFor(category, others),
  };
}

/** A loop that was never heard counts as masked like the library's best of its category, and a little worse. */
const UNHEARD_MASKING = 0.05;
const MASKING_UNKNOWN = 0.4;
/** A fresh loop is worth so much more than one that everybody knows. */
const FRESH = 0.06;

function weighOrder(
  ground: Ground,
  category: LibraryCategory,
  others: readonly Sounding[],
  leastMasking: number | undefined,
): WeighedRing | null {
  const order = ground.canMake ? orderFor(ground, category, others) : null;
  if (!order) return null;
  const there = densityOf(others.map(({ sound }) => sound));
  const masking = leastMasking === undefined ? MASKING_UNKNOWN : leastMasking + UNHEARD_MASKING;
  const quality =
    WEIGHTS.lack * lackOf(ground, category) +
    WEIGHTS.room * (1 - masking) +
    WEIGHTS.density * densityFit(order.density, there) +
    WEIGHTS.gaps * 0.5 +
    WEIGHTS.exact +
    WEIGHTS.liking * likingFor(ground, category, order.family) +
    FRESH +
    LUCK * ground.chance();
  const fit: Fit = { semitones: 0, playbackRate: 1, timeStretch: false };
  return { ring: { source: { order }, category, gain: ground.gain, fit }, quality };
}

/**
 * Rings that could be brought, the best first: of each category the best loop of the library, and a fresh one.
 * @param others what sounds besides
 * @param categories in which to look; left out, all
 */
export function weighRings(
  ground: Ground,
  others: readonly Sounding[],
  categories: readonly LibraryCategory[] = LIBRARY_CATEGORIES,
): WeighedRing[] {
  const rings = categories.flatMap((category): WeighedRing[] => {
    const known = ground.library
      .filter((loop) => loop.category === category && isLibraryCategory(loop.category))
      .flatMap((loop) => weighLoop(ground, loop, category, others) ?? []);
    const best = known.reduce<(typeof known)[number] | undefined>(
      (most, one) => (!most || one.quality > most.quality ? one : most),
      undefined,
    );
    const least = known.length > 0 ? Math.min(...known.map(({ masking }) => masking)) : undefined;
    const fresh = weighOrder(ground, category, others, least);
    return [...(best ? [best] : []), ...(fresh ? [fresh] : [])];
  });
  return rings.sort((a, b) => b.quality - a.quality);
}
