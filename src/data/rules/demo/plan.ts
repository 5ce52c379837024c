/** What of the demo jams stands in the feed, under which titles, and who likes it. Pure and repeatable. */
import { type Arrangement, differingParts } from '../arrange.ts';
import { type Chance, seededChance } from '../loopChoice.ts';
import { type DemoLibrary, demoHistories, type JamHistory, type PlannedRifff } from './history.ts';
import { shuffled } from './moves.ts';
import { DEMO_PEOPLE } from './people.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const LIKES_SEED = 77;
const WHOLE_PARTS = 4;

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

/** How worth hearing an arrangement is on its own, 0 to 1.4: five to seven parts, harmony, something on top. */
export function worth(voices: Arrangement): number {
  const on = new Set(voices.filter(({ isOn }) => isOn).map(({ part }) => part));
  const harmony = on.has('chords') || on.has('pads') ? 0.2 : 0;
  const top = on.has('leads') || on.has('vocals') ? 0.2 : 0;
  return harmony + top + Math.max(0, 1 - Math.abs(on.size - 6) / 4);
}

/** Is it whole enough to be heard on its own: drums and bass, and at least four parts? */
export function isWhole(voices: Arrangement): boolean {
  const on = new Set(voices.filter(({ isOn }) => isOn).map(({ part }) => part));
  return on.size >= WHOLE_PARTS && on.has('drums') && on.has('bass');
}

/** Places of the rifffs to share: the best of each stretch of the history, unlike the ones before. */
function chosenPlaces(rifffs: readonly PlannedRifff[], count: number, chance: Chance): number[] {
  const whole = rifffs.flatMap(({ voices }, at) => (isWhole(voices) ? [at] : []));
  const places: number[] = [];
  for (let share = 0; share < count; share++) {
    const from = Math.floor((share * whole.length) / count);
    const to = Math.floor(((share + 1) * whole.length) / count);
    const scored = whole.slice(from, to).map((at) => {
      const { voices } = rifffs[at]!;
      const distances = places.map((other) => differingParts(rifffs[other]!.voices, voices));
      const novelty = Math.min(4, ...distances) / 4;
      return { at, sum: worth(voices) + 0.5 * novelty + 0.05 * chance() };
    });
    const [best] = scored.sort((a, b) => b.sum - a.sum);
    if (best) places.push(best.at);
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

function sharesOf({ room, rifffs }: JamHistory): Shared[] {
  const chance = seededChance(room.seed + 1);
  return chosenPlaces(rifffs, room.titles.length, chance).map((at, share) => {
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
  const shared = histories.flatMap(sharesOf);
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
