/** What of the demo jams stands in the feed, under which titles, and who likes it. Pure and repeatable. */
import { LIBRARY_CATEGORIES } from '../../contract/categories.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../contract/constants.ts';
import { differingParts } from '../arrange.ts';
import type { Arrangement } from '../arrangement.ts';
import { type Chance, seededChance } from '../loopChoice.ts';
import { type DemoLibrary, demoHistories, type JamHistory } from './history.ts';
import { shuffled } from './moves.ts';
import { DEMO_PEOPLE } from './people.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const LIKES_SEED = 77;
/** Parts of a rifff that is full without being crowded. */
const WELL_FILLED = 6;
/** How many parts fewer than a room has at most its shares have, one after the other. */
const FEWER = [1, 3, 0, 2] as const;

export interface PlannedLike {
  readonly userId: string;
  readonly agoMs: number;
}

export interface PlannedShare {
  /** Place of the rifff in its jam. */
  readonly at: number;
  readonly title: string;
  readonly agoMs: number;
  readonly likes: readonly PlannedLike[];
}

export interface DemoJam extends JamHistory {
  readonly shares: readonly PlannedShare[];
}

/** Parts that are heard. */
const partsOn = (voices: Arrangement) =>
  voices.filter(({ isOn }) => isOn).map(({ part }) => part);

/** How worth hearing an arrangement is on its own, 0 to 1.4: about so many parts, harmony, something on top. */
export function worth(voices: Arrangement, wanted = WELL_FILLED): number {
  const on = new Set(partsOn(voices));
  const harmony = on.has('chords') || on.has('pads') ? 0.2 : 0;
  const top = on.has('leads') || on.has('vocals') ? 0.2 : 0;
  return harmony + top + Math.max(0, 1 - Math.abs(on.size - wanted) / 4);
}

/** Parts that a share of a room shows, by turns: full ones and sparse ones. */
function wantedParts(most: number, share: number): number {
  return Math.max(1, most - FEWER[share % FEWER.length]!);
}

/** How often each part is the outermost that is heard, among what is shared already. */
type Outsides = Map<string, number>;

/** How much oftener than the rarest a part is outside already, held to 0 to 1. */
function outsideAgain(part: string | undefined, outsides: Outsides): number {
  const counts = LIBRARY_CATEGORIES.map((one) => outsides.get(one) ?? 0);
  return Math.min(1, ((outsides.get(part ?? '') ?? 0) - Math.min(...counts)) / 4);
}

/**
 * Places of the rifffs to share: the best of each stretch of the history, unlike the ones before and with another
 * part outside than most of what is shared.
 */
function chosenPlaces(
  { room, rifffs }: JamHistory,
  outsides: Outsides,
  chance: Chance,
): number[] {
  const { most = MAX_LOOPS_PER_RIFFF, titles } = room;
  const count = titles.length;
  const places: number[] = [];
  for (let share = 0; share < count; share++) {
    const from = Math.floor((share * rifffs.length) / count);
    const to = Math.floor(((share + 1) * rifffs.length) / count);
    const scored = rifffs.slice(from, to).map(({ voices }, offset) => {
      const distances = places.map((other) => differingParts(rifffs[other]!.voices, voices));
      const novelty = Math.min(4, ...distances) / 4;
      const again = outsideAgain(partsOn(voices).at(-1), outsides);
      const sum = worth(voices, wantedParts(most, share)) + 0.5 * novelty - 0.8 * again;
      return { at: from + offset, sum: sum + 0.05 * chance() };
    });
    const [best] = scored.sort((a, b) => b.sum - a.sum);
    if (!best) continue;
    places.push(best.at);
    const outside = partsOn(rifffs[best.at]!.voices).at(-1) ?? '';
    outsides.set(outside, (outsides.get(outside) ?? 0) + 1);
  }
  return places;
}

interface Shared {
  readonly jam: string;
  readonly at: number;
  readonly userId: string;
  readonly title: string;
  readonly agoMs: number;
  /** The larger, the more it is liked. */
  readonly appeal: number;
}

function sharesOf(history: JamHistory, outsides: Outsides): Shared[] {
  const { room, rifffs } = history;
  const chance = seededChance(room.seed + 1);
  return chosenPlaces(history, outsides, chance).map((at, share) => {
    const { agoMs, userId, voices } = rifffs[at]!;
    const delay = Math.min((2 + 60 * chance()) * MINUTE_MS, agoMs / 2);
    const appeal = worth(voices) + 0.6 * chance();
    const title = room.titles[share]!;
    return { jam: room.key, at, userId, title, agoMs: Math.round(agoMs - delay), appeal };
  });
}

/** Likes by the place of a share among all of them: few get most, many get one or none. */
function likesOf(share: Shared, rank: number, count: number, chance: Chance): PlannedLike[] {
  const others = DEMO_PEOPLE.filter(({ userId }) => userId !== share.userId);
  const wanted = others.length * (1 - rank / count) ** 2.2 + chance() - 0.5;
  const number = Math.max(0, Math.min(others.length, Math.round(wanted)));
  return shuffled(others, chance)
    .slice(0, number)
    .map(({ userId }) => {
      // Most come within two days, none in the future.
      const after = Math.min(-Math.log(1 - chance()) * 30 * HOUR_MS, 0.95 * share.agoMs);
      return { userId, agoMs: Math.round(share.agoMs - after) };
    });
}

/** All demo jams with what of them is shared and liked, those first that others go on from. */
export function planDemo(library: DemoLibrary): DemoJam[] {
  const histories = demoHistories(library);
  const outsides: Outsides = new Map();
  const shared = histories.flatMap((history) => sharesOf(history, outsides));
  const chance = seededChance(LIKES_SEED);
  const ranked = [...shared].sort((a, b) => b.appeal - a.appeal);
  const likes = new Map(
    ranked.map((share, rank) => [share, likesOf(share, rank, ranked.length, chance)] as const),
  );
  return histories.map((history) => ({
    ...history,
    shares: shared
      .filter(({ jam }) => jam === history.room.key)
      .map((share) => {
        const { at, title, agoMs } = share;
        return { at, title, agoMs, likes: likes.get(share) ?? [] };
      }),
  }));
}
