/**
 * Which loop comes next: choices from the library that sound well together. Pure; chance comes in as a
 * function, so that a seed repeats a choice.
 */
import { categoryOf, LIBRARY_CATEGORIES, type LibraryCategory } from '../../contract/categories.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../contract/constants.ts';
import type { Loop } from '../../contract/loop.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { scaleSteps } from '../../contract/scales.ts';
import { addLoop, usedSlots } from './draft.ts';

/** A number from 0 up to, not including, 1. */
export type Chance = () => number;

/** Rhythm section first, then harmony, then what sings over it. */
export const PART_ORDER: readonly LibraryCategory[] = [
  'drums',
  'bass',
  'perc',
  'chords',
  'pads',
  'leads',
  'vocals',
  'fx',
];

/** Parts that may come twice when a pack lacks another one; a second bass only muddies the first. */
const DOUBLES: readonly LibraryCategory[] = ['perc', 'leads', 'pads', 'fx', 'chords', 'vocals'];

/** Loops without a pitch fit every key. */
const UNPITCHED: ReadonlySet<string> = new Set(['drums', 'perc']);

/** Largest difference of tempo, as a share, at which a loop counts as being at the rifff's tempo. */
const TEMPO_TOLERANCE = 0.01;

/**
 * Chance from a seed. Source: mulberry32 by Tommy Ettinger (public domain).
 * @param seed any whole number; its low 32 bits count
 */
export function seededChance(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The same things in an order by chance (Fisher and Yates, as Durstenfeld has it). */
export function shuffled<T>(items: readonly T[], chance: Chance): T[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(chance() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}

/** One of a list by chance; undefined of none. */
export function pickOne<T>(from: readonly T[], chance: Chance): T | undefined {
  return from[Math.min(from.length - 1, Math.floor(chance() * from.length))];
}

function pitchClasses(root: number, scale: number): string {
  const steps = scaleSteps(scale);
  return steps
    .map((step) => (step + root) % 12)
    .sort((a, b) => a - b)
    .join();
}

/** Do two keys hold the same notes? C Major and A Minor do. Roots 0–11, scales 0–17. */
export function sameNotes(
  a: { root: number; scale: number },
  b: { root: number; scale: number },
): boolean {
  return pitchClasses(a.root, a.scale) === pitchClasses(b.root, b.scale);
}

/**
 * Does a loop fit a rifff as it is: its tempo within 1 % and its notes in the rifff's key? Drums and
 * percussion, and loops without a declared key, fit every key. An empty rifff fits everything.
 */
export function fitsRifff(rifff: Rifff, loop: Loop): boolean {
  if (usedSlots(rifff) === 0) return true;
  if (Math.abs(rifff.state.bps / loop.bps - 1) > TEMPO_TOLERANCE) return false;
  if (UNPITCHED.has(loop.category) || loop.root === undefined || loop.scale === undefined) {
    return true;
  }
  return sameNotes(rifff, { root: loop.root, scale: loop.scale });
}

function familyOf(loop: Loop): string {
  return loop.family ?? '';
}

/** The part of the pool that belongs to one pack: chosen among those that offer the most parts. */
function onePack(pool: readonly Loop[], chance: Chance): Loop[] {
  const known = pool.filter((loop) => isLibraryCategory(loop.category));
  const packs = Map.groupBy(known, familyOf);
  const parts = (loops: readonly Loop[]) => new Set(loops.map((loop) => loop.category)).size;
  const most = Math.max(0, ...[...packs.values()].map(parts));
  const fullest = [...packs.values()].filter((loops) => parts(loops) === most);
  return pickOne(fullest, chance) ?? [];
}

/**
 * Up to eight loops for a whole rifff: all of one pack, one of each part with the rhythm section first,
 * then second voices where a part is missing. They come in the order of their rings, the inside first, by a plan that
 * chance names. Never two basses, two drum loops or the same loop twice; a pack that has too few of them yields fewer.
 *
 * @param pool loops to choose from, of any number of packs
 */
export function chooseLoops(pool: readonly Loop[], chance: Chance): Loop[] {
  const left = new Map<string, Loop>();
  for (const loop of onePack(pool, chance)) left.set(loop._id, loop);
  const chosen: Loop[] = [];
  const take = (category: LibraryCategory) => {
    if (chosen.length >= MAX_LOOPS_PER_RIFFF) return;
    const loop = pickOne(
      [...left.values()].filter((one) => one.category === category),
      chance,
    );
    if (!loop) return;
    left.delete(loop._id);
    chosen.push(loop);
  };
  for (const category of PART_ORDER) take(category);
  for (const category of DOUBLES) take(category);
  return planRings(chosen, chance);
}

/** A rifff with exactly these loops, in this order; its id, maker and lineage stay. No loops change nothing. */
export function fillRifff(rifff: Rifff, loops: readonly Loop[]): Rifff {
  if (loops.length === 0) return rifff;
  const empty = rifff.state.playback.map(() => ({ slot: { current: null } }));
  const start: Rifff = { ...rifff, loops: [], state: { ...rifff.state, playback: empty } };
  return loops.reduce(addLoop, start);
}

/** Loops that could take the place of the one in a slot: not in the rifff yet, those that fit it first. */
function candidates(rifff: Rifff, pool: readonly Loop[], currentId: string): Loop[] {
  const used = new Set(rifff.loops.map((loop) => loop._id));
  const free = pool.filter((loop) => loop._id === currentId || !used.has(loop._id));
  return [
    ...free.filter((loop) => fitsRifff(rifff, loop)),
    ...free.filter((loop) => !fitsRifff(rifff, loop)),
  ];
}

/**
 * The loop after the current one in the pool, round and round: those that fit the rifff first, those that
 * it already holds left out.
 * @param pool loops of one category, in the order of the library
 * @returns undefined when there is no other
 */
export function nextLoop(rifff: Rifff, pool: readonly Loop[], currentId: string): Loop | undefined {
  const list = candidates(rifff, pool, currentId);
  const at = list.findIndex((loop) => loop._id === currentId);
  const next = list[(at + 1) % Math.max(1, list.length)];
  return next && next._id !== currentId ? next : undefined;
}

/** Another loop of the pool by chance, among those that fit the rifff if there are any. */
export function randomLoop(
  rifff: Rifff,
  pool: readonly Loop[],
  currentId: string,
  chance: Chance,
): Loop | undefined {
  const others = candidates(rifff, pool, currentId).filter((loop) => loop._id !== currentId);
  const fitting = others.filter((loop) => fitsRifff(rifff, loop));
  return pickOne(fitting.length > 0 ? fitting : others, chance);
}

/** The categories that the library offers, narrowed to one of them. */
export function isLibraryCategory(slug: string): slug is LibraryCategory {
  return (LIBRARY_CATEGORIES as readonly string[]).includes(slug);
}

/** One way to put the loops of a whole rifff in the order of their rings: how it looks is a choice, as its sound is. */
interface RingPlan {
  readonly id: string;
  /** The same loops, the innermost first. Those that the plan does not tell apart stay as they come. */
  readonly order: (loops: readonly Loop[]) => Loop[];
}

type Key = (loop: Loop) => number;

const inOrderOf =
  (key: Key) =>
  (loops: readonly Loop[]): Loop[] =>
    loops
      .map((loop) => ({ loop, key: key(loop) }))
      .sort((a, b) => a.key - b.key)
      .map(({ loop }) => loop);

/** These categories inside in this order, then everything else, then those outside. */
const between = (inside: readonly string[], outside: readonly string[]) =>
  inOrderOf(({ category }) => {
    const within = inside.indexOf(category);
    return within >= 0 ? within - inside.length : outside.indexOf(category) + 1;
  });

/** The value of a loop that was not measured. */
const UNMEASURED_LUFS = -18;

/** Luminance of a category's ink, 0–1 (WCAG 2.2 weights, without the curve). */
function inkLight({ category }: Loop): number {
  const ink = Number.parseInt(categoryOf(category).ink.slice(1), 16);
  return (0.2126 * (ink >> 16) + 0.7152 * ((ink >> 8) & 255) + 0.0722 * (ink & 255)) / 255;
}

/** Light and dark inks by turns, each half in the order in which it comes; a light one is outermost. */
function byTurns(loops: readonly Loop[]): Loop[] {
  const sorted = [...loops].sort((a, b) => inkLight(a) - inkLight(b));
  const dark = new Set(sorted.slice(0, Math.floor(loops.length / 2)));
  const halves = [loops.filter((loop) => dark.has(loop)), loops.filter((loop) => !dark.has(loop))];
  return loops.map((_, at) => {
    const isLight = (loops.length - 1 - at) % 2 === 0;
    return halves[isLight ? 1 : 0]!.shift()!;
  });
}

/** The plans that chance chooses from. */
export const RING_PLANS: readonly RingPlan[] = [
  { id: 'drums-outside', order: between(['pads', 'bass'], ['fx', 'perc', 'drums']) },
  { id: 'drums-inside', order: between(['drums', 'perc', 'bass'], []) },
  { id: 'bass-outside', order: between(['drums'], ['bass']) },
  { id: 'beds-outside', order: between(['leads', 'vocals'], ['chords', 'pads']) },
  { id: 'voices-outside', order: between(['bass', 'drums'], ['leads', 'vocals']) },
  { id: 'colours-outside', order: between(['vocals', 'bass'], ['chords', 'fx']) },
  { id: 'loudest-outside', order: inOrderOf((loop) => loop.loudnessLufs ?? UNMEASURED_LUFS) },
  { id: 'longest-inside', order: inOrderOf((loop) => -loop.length16ths) },
  { id: 'light-and-dark', order: byTurns },
];

/**
 * Puts loops in the order of one plan by chance; what the plan does not tell apart falls by chance as well.
 *
 * @param chance a number from 0 up to, not including, 1
 */
export function planRings(loops: readonly Loop[], chance: () => number): Loop[] {
  const plan = RING_PLANS[Math.floor(chance() * RING_PLANS.length)] ?? RING_PLANS[0]!;
  const mixed = inOrderOf(() => chance())(loops);
  return plan.order(mixed);
}
