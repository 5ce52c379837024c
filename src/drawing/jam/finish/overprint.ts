/** Inks that are printed under others: with which one each ink is paired, and which way its plate is off. */
import {
  CATEGORIES,
  LIBRARY_CATEGORIES,
  type LibraryCategory,
} from '../../../data/contract/categories.ts';
import { mixInks, numberOf } from '../../ringNow.ts';
import { TOKENS } from '../../tokens.ts';

const GROUND = numberOf(TOKENS.ground);

/** A neighbour in hue that is lighter or darker, so that both can be told apart where they lie side by side. */
const PAIRS: Readonly<Record<LibraryCategory, LibraryCategory>> = {
  drums: 'vocals',
  bass: 'fx',
  leads: 'drums',
  vocals: 'chords',
  perc: 'leads',
  pads: 'bass',
  chords: 'pads',
  fx: 'perc',
};
/** With paper and what is grey. */
const GREY_PAIR: LibraryCategory = 'vocals';
/** Over the ground of the page, channels of a grey are no farther apart than this share of the highest of them. */
const MOST_GREY = 0.26;
/** Plates go as many ways: as far from each other as three can be, no two of them along one line. */
export const PLATE_WAYS = 3;
/** Inks that are kept: while a ring fades it has many. */
const MOST_KEPT = 512;

export interface Plate {
  /** What is printed first, `0xRRGGBB`. */
  readonly ink: number;
  /** Which way that is off, 0 to `PLATE_WAYS` − 1. */
  readonly way: number;
}

type Channels = readonly [red: number, green: number, blue: number];

const channelsOf = (ink: number): Channels => [(ink >> 16) & 255, (ink >> 8) & 255, ink & 255];
const DARKEST = channelsOf(GROUND);
const inkOf = (slug: LibraryCategory) => numberOf(CATEGORIES[slug].ink);

/** How alike the hues of two colours are, −1 to 1: the cosine between them, seen along the greys. */
function likeness(one: Channels, other: Channels): number {
  const around = (of: Channels) => {
    const mean = (of[0] + of[1] + of[2]) / 3;
    return of.map((value) => value - mean);
  };
  const [a, b] = [around(one), around(other)];
  const along = a.reduce((sum, value, at) => sum + value * b[at]!, 0);
  return along / Math.max(1e-6, Math.hypot(...a) * Math.hypot(...b));
}

/** The plate of an ink that is no ground. Shades of an ink of the palette have the same shade of its pair. */
function findPlate(ink: number, ground: number): Plate {
  const own = channelsOf(ink);
  const light = Math.max(...own);
  const over = own.map((value, at) => Math.max(0, value - DARKEST[at]!));
  const most = Math.max(...over);
  if (most - Math.min(...over) <= MOST_GREY * most) {
    const strength = Math.abs(light - Math.max(...channelsOf(ground))) / 255;
    return { ink: mixInks(ground, inkOf(GREY_PAIR), strength), way: 0 };
  }
  const hues = LIBRARY_CATEGORIES.map((slug) => likeness(own, channelsOf(inkOf(slug))));
  const nearest = hues.indexOf(Math.max(...hues));
  const slug = LIBRARY_CATEGORIES[nearest]!;
  const share = Math.min(1, light / Math.max(...channelsOf(inkOf(slug))));
  return { ink: mixInks(GROUND, inkOf(PAIRS[slug]), share), way: nearest % PLATE_WAYS };
}

/** By ground, then by ink. */
const kept = new Map<number, Map<number, Plate>>();

/** What is printed under an ink, on a ground. Both `0xRRGGBB`. */
export function plateOf(ink: number, ground: number): Plate {
  let plates = kept.get(ground);
  if (!plates) {
    plates = new Map();
    kept.set(ground, plates);
  }
  let plate = plates.get(ink);
  if (!plate) {
    if (plates.size >= MOST_KEPT) plates.clear();
    plate = findPlate(ink, ground);
    plates.set(ink, plate);
  }
  return plate;
}
