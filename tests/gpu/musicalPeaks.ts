/** Peaks that behave like real loops, for pictures and tests that need no audio: 1024 bytes over four bars. */

import type { CategorySlug } from '../../src/data/contract/categories.ts';
import type { Loop } from '../../src/data/contract/loop.ts';
import { encodeBytes } from '../../src/data/contract/loopData.ts';
import type { Rifff } from '../../src/data/contract/rifff.ts';
import { addLoop, createDraft, setSlotGain } from '../../src/data/rules/draft/draft.ts';
import type { RifffModel, RingModel } from '../../src/drawing/model.ts';

/** Small seeded random numbers, 0–1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;
type Shape = (at: number, length: number, level: number) => (sixteenth: number) => number;

const hit =
  (decay: number): Shape =>
  (at, _length, level) =>
  (x) =>
    x < at ? 0 : level * Math.exp(-(x - at) / decay);

const held =
  (attack: number, release: number): Shape =>
  (at, length, level) =>
  (x) => {
    const into = x - at;
    if (into < 0 || into > length + release) return 0;
    if (into < attack) return (level * into) / attack;
    return into > length ? level * (1 - (into - length) / release) : level;
  };

/** Notes of a category: where each begins, how long it lasts, how loud it is, in sixteenths of 64. */
function notes(category: CategorySlug, random: Random): [number, number, number][] {
  const list: [number, number, number][] = [];
  const step = { drums: 1, perc: 1, leads: 2, vocals: 2, bass: 4, chords: 4, pads: 16, fx: 16 };
  const unit = step[category as keyof typeof step] ?? 1;
  for (let at = 0; at < 64; at += unit) {
    const inBar = (at / unit) % (16 / Math.min(unit, 16));
    const isStrong = category === 'drums' ? at % 4 === 0 : inBar % 3 === 0;
    if (category !== 'drums' && category !== 'perc' && random() < 0.2) continue;
    const weak = category === 'drums' || category === 'perc' ? 0.25 : 0.45;
    const spread = category === 'leads' ? 0.8 : 0.15;
    list.push([at, unit * 0.7, (isStrong ? 0.85 : weak) + (random() - 0.2) * spread]);
  }
  return list;
}

/** 1024 peak bytes of a category; the same seed gives the same peaks. */
export function musicalPeaks(category: CategorySlug, seed: number): Uint8Array {
  const random = seeded(seed);
  const isDrum = category === 'drums' || category === 'perc';
  const shape = isDrum
    ? hit(category === 'drums' ? 1.2 : 0.5)
    : category === 'pads' || category === 'bass'
      ? held(category === 'pads' ? 8 : 1, category === 'pads' ? 8 : 1.6)
      : held(category === 'fx' ? 14 : 0.2, 0.6);
  const curves = notes(category, random).map(([at, length, level]) => shape(at, length, level));
  const values = Array.from({ length: 1024 }, (_, bin) =>
    Math.max(...curves.map((curve) => curve(bin / 16)), 0),
  );
  const top = Math.max(...values, 1e-6);
  return Uint8Array.from(values, (value) => Math.round((value / top) * 255));
}

/** A ring of a category with musical peaks and the gain given. */
export function musicalRing(
  slot: number,
  category: CategorySlug,
  more: Partial<RingModel> = {},
): RingModel {
  return {
    slot,
    category,
    peaks: musicalPeaks(category, slot * 17 + 3),
    repeats: 1,
    gain: 1,
    isOn: true,
    ...more,
  };
}

/** The rifff of the reference pictures: seven rings, pads inside, drums outside. */
export function referenceRifff(): RifffModel {
  const order = ['pads', 'bass', 'leads', 'chords', 'vocals', 'perc', 'drums'] as const;
  const gains = [1, 1.25, 0.9, 1.05, 1.15, 0.7, 1.35];
  const rings = order.map((category, at) => musicalRing(at, category, { gain: gains[at] }));
  return { id: 'reference', rings };
}

/** A loop document with musical peaks. */
export function musicalLoop(id: string, category: CategorySlug, seed: number): Loop {
  return {
    _id: id,
    name: id,
    creatorUserName: 'house',
    created: 0,
    startOffsetSamples: 0,
    barLength: 16,
    length16ths: 64,
    bps: 2,
    sampleRate: 48_000,
    category,
    peaks: encodeBytes(musicalPeaks(category, seed)),
  };
}

/** A rifff document of these categories, innermost first. */
export function musicalRifff(categories: readonly CategorySlug[], seed = 1): Rifff {
  let rifff: Rifff = { ...createDraft('house', 2, 0), _id: `musical-${seed}` };
  categories.forEach((category, at) => {
    rifff = addLoop(rifff, musicalLoop(`loop-${seed}-${at}`, category, seed * 31 + at * 17 + 3));
  });
  return rifff;
}

/** The document of the reference pictures, with their gains. */
export function referenceDocument(): Rifff {
  const order = ['pads', 'bass', 'leads', 'chords', 'vocals', 'perc', 'drums'] as const;
  const gains = [1, 1.25, 0.9, 1.05, 1.15, 0.7, 1.35];
  return gains.reduce((rifff, gain, slot) => setSlotGain(rifff, slot, gain), musicalRifff(order));
}
