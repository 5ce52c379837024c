/**
 * What the synthesiser of the house shall make for a rifff: of which kind, as which family plays, in whose tempo and key.
 * Pure; chance comes in as a function.
 */
import { CATEGORIES, type LibraryCategory } from '../../contract/categories.ts';
import type { Loop } from '../../contract/loop.ts';
import {
  FAMILY_HOMES,
  type LoopOrder,
  MADE_FAMILIES,
  type MadeFamily,
} from '../../contract/making.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { ROOTS, SCALES } from '../../contract/scales.ts';
import { rifffBars } from '../time/timing.ts';
import { playingSlot, usedSlots } from './draft.ts';
import { type Chance, isLibraryCategory, PART_ORDER, pickOne } from './loopChoice.ts';

const BARS = [1, 2, 4, 8] as const;
type Bars = LoopOrder['bars'];
/** Longer than this only where the loop that it is to be like is. */
const MOST_BARS: Bars = 4;
const SIXTEENTHS_IN_BAR = 16;

/** Is it one of the families that loops are made for? */
export function isMadeFamily(id: string | undefined): id is MadeFamily {
  return (MADE_FAMILIES as readonly (string | undefined)[]).includes(id);
}

/** Loops that sit in the slots of a rifff, by slot. */
function sittingLoops(rifff: Rifff): Loop[] {
  return rifff.state.playback.flatMap((_, slot) => {
    const id = playingSlot(rifff, slot)?.currentLoop;
    return rifff.loops.find((loop) => loop._id === id) ?? [];
  });
}

/** The family that most loops of a rifff are of; of those with equally many the first. Undefined for none. */
export function familyOfRifff(rifff: Rifff): MadeFamily | undefined {
  const counts = new Map<MadeFamily, number>();
  for (const { family } of sittingLoops(rifff)) {
    if (isMadeFamily(family)) counts.set(family, (counts.get(family) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

const wantedParts = (asked: readonly LibraryCategory[]) =>
  PART_ORDER.filter((part) => asked.length === 0 || asked.includes(part));

/** What a rifff has none of, the rhythm section first; of those that are asked for, if any are. Undefined for nothing. */
function lacking(rifff: Rifff, asked: readonly LibraryCategory[]): LibraryCategory | undefined {
  const there = new Set<string>(sittingLoops(rifff).map(({ category }) => category));
  return wantedParts(asked).find((part) => !there.has(part));
}

/** The most bars that can be made and are no more than `bars`; one at least. */
function atMostBars(bars: number): Bars {
  return BARS.findLast((one) => one <= bars) ?? 1;
}

/** Tempo and key that a family plays in by itself. */
function familyPlace(family: MadeFamily): Pick<LoopOrder, 'bps' | 'root' | 'scale'> {
  const { bpm, root, scale } = FAMILY_HOMES[family];
  return { bps: bpm / 60, root, scale };
}

/** An order of four bars in the tempo and key of the family. */
export function homeOrder(family: MadeFamily, category: LibraryCategory, seed: number): LoopOrder {
  const place = familyPlace(family);
  return { version: 1, family, category, seed, ...place, bars: 4, density: 0.5, octave: 0 };
}

/** Tempo and key that a loop has to fit: the rifff's, or those of the family while nothing plays. */
function homeOf(rifff: Rifff, family: MadeFamily): Pick<LoopOrder, 'bps' | 'root' | 'scale'> {
  if (usedSlots(rifff) === 0) return familyPlace(family);
  return { bps: rifff.state.bps, root: rifff.root, scale: rifff.scale };
}

const newSeed = (chance: Chance) => Math.floor(chance() * 0x1_0000_0000) >>> 0;

export interface LoopWish {
  /** Kinds to choose from; none for whatever the rifff lacks. */
  readonly categories?: readonly LibraryCategory[];
  /** Whose way of playing; any other id than one of the three leaves it to the rifff. */
  readonly family?: string;
}

/**
 * The order of a fresh loop for a rifff: what it lacks, as the family plays that most of its loops are of, at its tempo
 * and in its key, no longer than it is. For an empty rifff a family at its own tempo and key.
 */
export function orderFor(rifff: Rifff, wish: LoopWish, chance: Chance): LoopOrder {
  const wished = isMadeFamily(wish.family) ? wish.family : familyOfRifff(rifff);
  const family = wished ?? pickOne(MADE_FAMILIES, chance)!;
  const asked = wish.categories ?? [];
  const category = lacking(rifff, asked) ?? pickOne(wantedParts(asked), chance)!;
  const bars = usedSlots(rifff) === 0 ? MOST_BARS : Math.min(MOST_BARS, rifffBars(rifff));
  return {
    version: 1,
    family,
    category,
    seed: newSeed(chance),
    ...homeOf(rifff, family),
    bars: atMostBars(bars),
    // Around how the family plays, so that loops of one kind differ.
    density: 0.35 + 0.3 * chance(),
    octave: 0,
  };
}

/** Families and kinds of which others like a loop can be made, or null. */
export function likenessOf(
  loop: Pick<Loop, 'category' | 'family' | 'made'>,
): { family: MadeFamily; category: LibraryCategory } | null {
  const family = loop.made?.family ?? loop.family;
  const { category } = loop;
  return isMadeFamily(family) && isLibraryCategory(category) ? { family, category } : null;
}

/** The order of another loop like one: of its kind, family and length, with a seed of its own. Null where none can be made. */
export function orderLike(rifff: Rifff, loop: Loop, chance: Chance): LoopOrder | null {
  const like = likenessOf(loop);
  if (!like) return null;
  return {
    ...orderFor(rifff, { family: like.family, categories: [like.category] }, chance),
    bars: atMostBars(loop.length16ths / SIXTEENTHS_IN_BAR),
  };
}

/** `112.00 bpm, C Minor`: where a loop has to fit. */
const placeText = ({ bps, root, scale }: Pick<LoopOrder, 'bps' | 'root' | 'scale'>): string =>
  [`${(bps * 60).toFixed(2)} bpm`, `${ROOTS[root] ?? ''} ${SCALES[scale]?.name ?? ''}`.trim()]
    .filter(Boolean)
    .join(', ');

/** What the next loop of a wish will be, as far as chance does not decide it. */
export function wishText(rifff: Rifff, { categories = [], family }: LoopWish): string {
  const own = isMadeFamily(family) ? family : familyOfRifff(rifff);
  const one = categories.length === 1 ? categories[0] : lacking(rifff, categories);
  const kind = one ? CATEGORIES[one].title : 'Any of these kinds';
  const how = own ? `as ${FAMILY_HOMES[own].name} plays` : 'as one of three families plays';
  const isFree = usedSlots(rifff) === 0 && !own;
  const place = isFree ? '' : `: ${placeText(homeOf(rifff, own ?? MADE_FAMILIES[0]))}`;
  return `${kind}, ${how}${place}`;
}

/** How often a loop at random is a fresh one where the library has others too. */
const FRESH_SHARE = 0.5;

/**
 * Is a loop at random made here? Always where the library has none to give, else every other time.
 * @param hasLibrary it answers, and has one of the kind that the rifff does not hold
 */
export function isMadeHere(hasLibrary: boolean, chance: Chance): boolean {
  return !hasLibrary || chance() < FRESH_SHARE;
}
