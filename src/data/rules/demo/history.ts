/** The history of the demo jams: who answers what, when, and with which loops. Pure and repeatable. */
import type { Loop } from '../../contract/loop.ts';
import { openingOf, presenceInFull, type Taste } from '../arranging/arrange.ts';
import type { Arrangement } from '../arranging/arrangement.ts';
import { atVarispeed } from '../arranging/scales.ts';
import { type Chance, seededChance, shuffled } from '../draft/loopChoice.ts';
import { answerOf, missingParts } from './moves.ts';
import { DEMO_PEOPLE, type DemoPerson } from './people.ts';
import { type DemoRoom, OPEN_ROOMS, type OpenRoom, OWN_JAMS } from './rooms.ts';

/** Tempo, metre and key of a rifff. */
interface DemoKey {
  readonly bps: number;
  readonly barLength: number;
  readonly root: number;
  readonly scale: number;
}

const MS = { minute: 60_000, day: 86_400_000 };

/** Names a planned rifff: the key of its jam, and its place in it, the oldest being 0. */
export interface PlannedKey {
  readonly jam: string;
  readonly at: number;
}

export interface PlannedRifff {
  readonly userId: string;
  /** Milliseconds before the first start. */
  readonly agoMs: number;
  readonly parent: PlannedKey | null;
  readonly voices: Arrangement;
  readonly key: DemoKey;
  /** The room whose loops it is made of. */
  readonly style: string;
}

export interface JamHistory {
  readonly room: DemoRoom;
  /** Name of an open room; null for a personal jam. */
  readonly name: string | null;
  readonly rifffs: readonly PlannedRifff[];
}

/** What the plan is made from. */
export interface DemoLibrary {
  /** Loops of the starter library. */
  readonly loops: readonly Loop[];
  /** Loudness that a category aims at, in LUFS. */
  readonly targetLufs: (category: string) => number;
}

/** How often an answer goes to the newest rifff, and how often to one of the last few. */
const TO_NEWEST = 0.68;
const TO_RECENT = 0.2;
const RECENT = 5;
/** How often the next answer comes at once. */
const AT_ONCE = 0.55;
/** How often the owner of a personal jam remixes something new from the rooms. */
const FROM_A_ROOM = 0.3;
const TRIES = 40;
/** How often a player tries to find something new. */
const SECOND_THOUGHTS = 3;
/** What a voice that is alone aims at, in LUFS. */
const ALONE_LUFS = -15;

function tasteOf(room: OpenRoom, { loops, targetLufs }: DemoLibrary, chance: Chance): Taste {
  const { pack, borrows, parts, most, liftDb = 0 } = room;
  const own = loops.filter(({ family }) => family === pack);
  const borrowed = loops.filter(
    ({ family, category }) =>
      borrows?.pack === family && borrows?.parts.some((part) => part === category),
  );
  return {
    pool: [...own, ...borrowed].filter(
      ({ category }) => !parts || parts.some((part) => part === category),
    ),
    targetLufs,
    presenceDb: (part) =>
      most === 1 ? ALONE_LUFS - targetLufs(part) : presenceInFull(part) + liftDb,
    most,
    rateOf: ({ family }) => (family === pack ? 1 : (borrows?.playbackRate ?? 1)),
    chance,
  };
}

/** Times of `count` rifffs in ms before the first start, falling: flurries with days between them. */
function agesMs({ days: [fromDays, toDays] }: DemoRoom, count: number, chance: Chance): number[] {
  const gaps = Array.from({ length: count - 1 }, () =>
    chance() < AT_ONCE
      ? { ms: (3 + 37 * chance()) * MS.minute, isLong: false }
      : { ms: -Math.log(1 - chance()) * MS.day + 3_600_000, isLong: true },
  );
  const sumOf = (isLong: boolean) =>
    gaps.reduce((sum, gap) => sum + (gap.isLong === isLong ? gap.ms : 0), 0);
  const scale = ((fromDays - toDays) * MS.day - sumOf(false)) / Math.max(1, sumOf(true));
  let ago = fromDays * MS.day;
  return [ago, ...gaps.map(({ ms, isLong }) => (ago -= isLong ? ms * scale : ms))].map(Math.round);
}

/** Two arrangements with the same print sound the same. */
const printOf = (voices: Arrangement) =>
  voices.map(({ loop, gain, isOn }) => `${loop._id} ${gain} ${isOn}`).join();

function pickParent(count: number, chance: Chance): number {
  const draw = chance();
  if (draw < TO_NEWEST) return count - 1;
  const reach = draw < TO_NEWEST + TO_RECENT ? Math.min(RECENT, count) : count;
  return count - 1 - Math.floor(chance() * reach);
}

/** Who might answer, the likeliest first: players who add what is missing, players who bring the rhythm back. */
function whoAnswers(voices: Arrangement, lastId: string, taste: Taste): DemoPerson[] {
  const { chance } = taste;
  const [wanted] = missingParts(voices, taste);
  const isThin = voices.length < Math.min(5, taste.most ?? 5) && chance() < 0.7;
  const isBroken = voices.some(({ isOn }) => !isOn) && chance() < 0.75;
  const weight = ({ userId, habit }: DemoPerson) => {
    let sum = 0;
    if (isThin && habit.kind === 'part' && habit.part === wanted) sum += 4;
    if (isBroken && habit.kind === 'build') sum += 3;
    if (userId === lastId) sum -= 2;
    return sum;
  };
  return shuffled(DEMO_PEOPLE, chance)
    .map((one) => ({ one, sum: weight(one) }))
    .sort((a, b) => b.sum - a.sum)
    .map(({ one }) => one);
}

interface Answer {
  readonly userId: string;
  readonly voices: Arrangement;
}

/** The first answer that is good and new. */
function findAnswer(
  people: readonly DemoPerson[],
  voices: Arrangement,
  taste: Taste,
  seen: ReadonlySet<string>,
): Answer | null {
  for (const { userId, habit } of people) {
    for (let tried = 0; tried < SECOND_THOUGHTS; tried++) {
      const made = answerOf(habit, voices, taste);
      if (made && !seen.has(printOf(made))) return { userId, voices: made };
    }
  }
  return null;
}

/** One more answer in a room, to something that is there; null when nothing good and new comes to mind. */
function nextAnswer(
  { key: jam }: OpenRoom,
  rifffs: readonly PlannedRifff[],
  taste: Taste,
  seen: ReadonlySet<string>,
): (Answer & { readonly parent: PlannedKey }) | null {
  for (let tried = 0; tried < TRIES; tried++) {
    const at = pickParent(rifffs.length, taste.chance);
    const { voices, userId } = rifffs[at]!;
    const answer = findAnswer(whoAnswers(voices, userId, taste), voices, taste, seen);
    if (answer) return { ...answer, parent: { jam, at } };
  }
  return null;
}

/** The history of an open room; null when the library lacks its loops. */
export function roomHistory(room: OpenRoom, library: DemoLibrary): JamHistory | null {
  const chance = seededChance(room.seed);
  const taste = tasteOf(room, library, chance);
  const bed = openingOf(room.opening, taste);
  const sample = taste.pool.find(({ family }) => family === room.pack);
  if (!bed || !sample) return null;
  const [firstMs = 0, ...ages] = agesMs(room, room.rifffs, chance);
  const { bps, barLength, root = 0, scale = 0 } = sample;
  const key = atVarispeed({ bps, barLength, root, scale }, room.varispeed);
  const common = { key, style: room.key };
  const rifffs: PlannedRifff[] = [
    { ...common, userId: room.ownerId, agoMs: firstMs, parent: null, voices: bed },
  ];
  const seen = new Set([printOf(bed)]);
  for (const agoMs of ages) {
    const answer = nextAnswer(room, rifffs, taste, seen);
    if (!answer) continue;
    seen.add(printOf(answer.voices));
    rifffs.push({ ...common, ...answer, agoMs });
  }
  return { room, name: room.name, rifffs };
}

/**
 * The history of an open room with one more answer at its end, which came after the first start. The same seed gives
 * the same answer; null when the library lacks the loops of the room, or nothing comes to mind.
 * @param agoMs before the first start, so it is below zero
 */
export function withLaterAnswer(
  room: OpenRoom,
  library: DemoLibrary,
  { seed, agoMs }: { readonly seed: number; readonly agoMs: number },
): JamHistory | null {
  const history = roomHistory(room, library);
  const first = history?.rifffs[0];
  if (!history || !first) return null;
  const { rifffs } = history;
  const seen = new Set(rifffs.map(({ voices }) => printOf(voices)));
  const answer = nextAnswer(room, rifffs, tasteOf(room, library, seededChance(seed)), seen);
  if (!answer) return null;
  const { key, style } = first;
  return { ...history, rifffs: [...rifffs, { key, style, agoMs, ...answer }] };
}

/** A rifff of one of the rooms that is older than `agoMs`, the fuller ones sooner. */
function heardInRooms(rooms: readonly JamHistory[], agoMs: number, chance: Chance) {
  const older = rooms.flatMap(({ room, rifffs }) =>
    rifffs.flatMap((rifff, at) => (rifff.agoMs > agoMs ? [{ jam: room.key, at, rifff }] : [])),
  );
  const full = older.filter(({ rifff }) => rifff.voices.filter(({ isOn }) => isOn).length >= 4);
  return full[Math.floor(chance() * full.length)];
}

/** The history of a personal jam: its owner goes on from what stands in the rooms. */
function ownHistory(jam: DemoRoom, rooms: readonly JamHistory[], library: DemoLibrary): JamHistory {
  const chance = seededChance(jam.seed);
  const owner = DEMO_PEOPLE.filter(({ userId }) => userId === jam.ownerId);
  const tastes = new Map(OPEN_ROOMS.map((room) => [room.key, tasteOf(room, library, chance)]));
  const rifffs: PlannedRifff[] = [];
  const seen = new Set<string>();
  for (const agoMs of agesMs(jam, jam.rifffs, chance)) {
    for (let tried = 0; tried < TRIES; tried++) {
      const isNew = rifffs.length === 0 || chance() < FROM_A_ROOM;
      const at = pickParent(rifffs.length, chance);
      const from = isNew
        ? heardInRooms(rooms, agoMs, chance)
        : { jam: jam.key, at, rifff: rifffs[at]! };
      const taste = from && tastes.get(from.rifff.style);
      if (!from || !taste) continue;
      const { key, style, voices } = from.rifff;
      const people = [...owner, ...shuffled(DEMO_PEOPLE, chance)];
      const answer = findAnswer(people, voices, taste, seen);
      if (!answer) continue;
      seen.add(printOf(answer.voices));
      const parent = { jam: from.jam, at: from.at };
      rifffs.push({ userId: jam.ownerId, agoMs, parent, voices: answer.voices, key, style });
      break;
    }
  }
  return { room: jam, name: null, rifffs };
}

/** Histories of all demo jams, those first that others go on from. Rooms without loops are left out. */
export function demoHistories(library: DemoLibrary): JamHistory[] {
  const rooms = OPEN_ROOMS.flatMap((room) => roomHistory(room, library) ?? []);
  if (rooms.length === 0) return [];
  return [...rooms, ...OWN_JAMS.map((jam) => ownHistory(jam, rooms, library))];
}
