/** What of the demo jams stands in the feed, under which titles, and who likes it. Pure and repeatable. */
import { LIBRARY_CATEGORIES } from '../../contract/categories.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../contract/constants.ts';
import { type Arrangement, heard, mixLufs, type Voice } from '../arranging/arrangement.ts';
import { type Chance, seededChance, shuffled } from '../draft/loopChoice.ts';
import { type DemoLibrary, demoHistories, type JamHistory } from './history.ts';
import { DEMO_PEOPLE } from './people.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const LIKES_SEED = 77;
/** Parts of a rifff that is full without being crowded. */
const WELL_FILLED = 6;
/** How many parts fewer than a room has at most its shares have, one after the other. */
const FEWER = [1, 3, 0, 2] as const;
/** Rings of a disc in a list, at most. */
const SMALL_DISC = 5;
/** Rings in which what is shared differs at least, if anything of its stretch does. */
const APART = 2;
/** Estimated loudness of what is shared, in LUFS: with drums, and without. */
const EVEN = [-15.2, -14] as const;
const EVEN_WITHOUT = [-18.5, -14] as const;

interface PlannedLike {
  readonly userId: string;
  readonly agoMs: number;
}

interface PlannedShare {
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
const partsOn = (voices: Arrangement) => voices.filter(({ isOn }) => isOn).map(({ part }) => part);

/** How worth hearing an arrangement is on its own, 0 to 1.4: about so many parts, harmony, something on top. */
function worth(voices: Arrangement, wanted = WELL_FILLED): number {
  const on = new Set(partsOn(voices));
  const harmony = on.has('chords') || on.has('pads') ? 0.2 : 0;
  const top = on.has('leads') || on.has('vocals') ? 0.2 : 0;
  return harmony + top + Math.max(0, 1 - Math.abs(on.size - wanted) / 4);
}

/** Parts that a share of a room shows, by turns: full ones and sparse ones. */
function wantedParts(most: number, share: number): number {
  return Math.max(1, most - FEWER[share % FEWER.length]!);
}

/** The voices that a small disc shows, the outside first: of those that are heard the outermost and the loudest. */
function shownOutside(voices: Arrangement): Voice[] {
  const [outside, ...inside] = heard(voices).reverse();
  const kept = [...inside].sort((a, b) => b.gain - a.gain).slice(0, SMALL_DISC - 1);
  return outside ? [outside, ...inside.filter((voice) => kept.includes(voice))] : [];
}

/**
 * How differently two arrangements are drawn: rings that differ, counted from the outside; another loop of the same
 * part is half of one.
 */
export function ringsApart(a: Arrangement, b: Arrangement): number {
  const [left, right] = [shownOutside(a), shownOutside(b)];
  let apart = 0;
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    if (left[at]?.part !== right[at]?.part) apart += 1;
    else if (left[at]?.loop !== right[at]?.loop) apart += 0.5;
  }
  return apart;
}

/** How much oftener than the rarest a part is outside already, held to 0 to 1. */
function outsideAgain(voices: Arrangement, shared: readonly Arrangement[]): number {
  const tally = new Map<string | undefined, number>(LIBRARY_CATEGORIES.map((part) => [part, 0]));
  for (const one of shared) {
    const part = shownOutside(one)[0]?.part;
    tally.set(part, (tally.get(part) ?? 0) + 1);
  }
  const own = tally.get(shownOutside(voices)[0]?.part) ?? 0;
  return Math.min(1, (own - Math.min(...tally.values())) / 4);
}

/** How far an arrangement is from the loudness of what is shared, in dB. */
function unevenDb(voices: Arrangement): number {
  const [least, most] = heard(voices).some(({ part }) => part === 'drums') ? EVEN : EVEN_WITHOUT;
  const lufs = mixLufs(voices);
  return Math.max(0, least - lufs, lufs - most);
}

/**
 * Places of the rifffs to share: the best of each stretch of the history, unlike what is shared already and with
 * another part outside than most of it.
 *
 * @param shared what other jams share; what this one does is added
 */
function chosenPlaces(
  { room, rifffs }: JamHistory,
  shared: Arrangement[],
  chance: Chance,
): number[] {
  const { most = MAX_LOOPS_PER_RIFFF, titles } = room;
  const count = titles.length;
  const places: number[] = [];
  for (let share = 0; share < count; share++) {
    const from = Math.floor((share * rifffs.length) / count);
    const to = Math.floor(((share + 1) * rifffs.length) / count);
    const scored = rifffs.slice(from, to).map(({ voices }, offset) => {
      const apart = Math.min(4, ...shared.map((other) => ringsApart(other, voices)));
      const sum = worth(voices, wantedParts(most, share)) + 0.3 * apart + 0.05 * chance();
      const alike = Math.max(0, APART - apart);
      const against = 0.8 * outsideAgain(voices, shared) + 3 * unevenDb(voices) + alike;
      return { at: from + offset, sum: sum - against };
    });
    const [best] = scored.sort((a, b) => b.sum - a.sum);
    if (!best) continue;
    places.push(best.at);
    shared.push(rifffs[best.at]!.voices);
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

function sharesOf(history: JamHistory, chosen: Arrangement[]): Shared[] {
  const { room, rifffs } = history;
  const chance = seededChance(room.seed + 1);
  return chosenPlaces(history, chosen, chance).map((at, share) => {
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
  const chosen: Arrangement[] = [];
  const shared = histories.flatMap((history) => sharesOf(history, chosen));
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
