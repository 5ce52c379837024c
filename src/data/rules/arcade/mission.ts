/**
 * Missions out of a seed and a field. Each is made backwards: first an answer out of the field that sounds well, then
 * conditions that this answer meets, so that none is impossible.
 */
import type { ArcadeField, Condition, Mission } from '../../contract/arcade.ts';
import { type Chance, pickOne, shuffled } from '../draft/loopChoice.ts';
import { ON_BEAT_TIMING, progressOf } from './conditions.ts';
import { type FieldIndex, type FieldPick, indexField } from './field.ts';
import { barMs, beatMs, FITS, fitOf, isInKey, keyFit, tempoFit } from './music.ts';
import { neededLoops } from './score.ts';
import { chanceOf, seedDay } from './seeds.ts';

const DURATION_MS = { mission: 105_000, explorer: 105_000 } as const;
/** The order in which a brief is read. */
const READING_ORDER: readonly Condition['kind'][] = [
  'loops',
  'colours',
  'with',
  'first',
  'without',
  'use',
  'makers',
  'under',
  'over',
  'key',
  'onBeat',
  'bars',
];
/** Rifffs that are tried as the ground of a mission; the one with the fullest answer is taken. */
const GROUNDS = 8;
/** Loops of an answer. */
const ANSWER = { least: 4, most: 6 } as const;
/** Time that a player who knows what to look for takes for one loop, in ms: "within bars" leaves it. */
const UNHURRIED_MS = 5000;
/** Lengths that "within bars" asks for. */
const BARS = [8, 12, 16, 24] as const;

/** A mission with one answer to it, in the order of placing. */
export interface MadeMission {
  readonly mission: Mission;
  readonly answer: readonly FieldPick[];
}

type Ground = Omit<Mission, 'conditions'>;

/** The scale that holds every note: the ground of a field in which nothing fits the rifff that it stands in. */
const CHROMATIC = 17;
/** A field without anything still has a pulse. */
const SILENCE = { bps: 2, barLength: 16, root: 0, scale: 0 } as const;

/** The best next loop of an answer: another rifff's and another category before anything else. */
function nextOf(
  answer: readonly FieldPick[],
  pool: readonly FieldPick[],
  ground: Mission,
): FieldPick | undefined {
  const loops = answer.map(({ loop }) => loop);
  const free = pool.filter(({ loop }) => !loops.some(({ id }) => id === loop.id));
  const isNew = (one: FieldPick) => !answer.some(({ rifff }) => rifff.id === one.rifff.id);
  const isOther = ({ loop }: FieldPick) =>
    !loops.some(({ category }) => category === loop.category);
  const fits = ({ loop }: FieldPick) => fitOf(ground, loop, loops) >= FITS;
  return (
    free.find((one) => isNew(one) && isOther(one) && fits(one)) ??
    free.find((one) => isOther(one) && fits(one)) ??
    free.find(fits)
  );
}

function answerOn(ground: Mission, index: FieldIndex, chance: Chance): FieldPick[] {
  const sounding = index.picks.filter(
    ({ loop }) => keyFit(loop, ground) >= FITS && tempoFit(loop, ground.bps) >= FITS,
  );
  const pool = shuffled(sounding, chance);
  const size = ANSWER.least + Math.floor(chance() * (ANSWER.most - ANSWER.least + 1));
  const answer: FieldPick[] = [];
  while (answer.length < size) {
    const next = nextOf(answer, pool, ground);
    if (!next) break;
    answer.push(next);
  }
  return answer;
}

/** How good an answer is to build on: many loops out of many rifffs. */
const worthOf = (answer: readonly FieldPick[]) =>
  answer.length + new Set(answer.map(({ rifff }) => rifff.id)).size;

/** A condition, and what it is about: a mission asks one thing of each kind. */
type Option = readonly [about: string, condition: Condition];

const bpmOf = (bps: number) => Math.round(600 * bps) / 10;
const tens = (bpm: number) => 10 * Math.floor(bpm / 10);

function tempoOptions(answer: readonly FieldPick[], { rifffs }: ArcadeField): Option[] {
  const tempos = answer.map(({ rifff }) => bpmOf(rifff.bps));
  const under = tens(Math.max(...tempos)) + 10;
  const over = tens(Math.min(...tempos) - 0.1);
  const options: Option[] = [];
  // Only where it leaves something out.
  if (rifffs.some(({ bps }) => bps * 60 >= under)) {
    options.push(['tempo', { kind: 'under', bpm: under }]);
  }
  if (over > 0 && rifffs.some(({ bps }) => bps * 60 <= over)) {
    options.push(['tempo', { kind: 'over', bpm: over }]);
  }
  return options;
}

function categoryOptions(
  answer: readonly FieldPick[],
  index: FieldIndex,
  chance: Chance,
): Option[] {
  const options: Option[] = [];
  const there = [...new Set(answer.map(({ loop }) => loop.category))];
  const absent = [...new Set(index.field.loops.map(({ category }) => category))]
    .filter((category) => !there.includes(category) && category !== '?')
    .sort();
  const named = there.filter((category) => category !== '?');
  if (there.length >= 3) {
    const least = Math.min(5, there.length - (there.length > 3 && chance() < 0.5 ? 1 : 0));
    options.push(['colours', { kind: 'colours', least }]);
  }
  if (named.length >= 2) {
    const categories = shuffled(named, chance).slice(0, chance() < 0.5 ? 2 : 3);
    options.push(['colours', { kind: 'with', categories }]);
  }
  const without = pickOne(absent, chance);
  if (without) options.push(['without', { kind: 'without', category: without }]);
  const first = answer[0]?.loop.category;
  if (first && first !== '?') options.push(['first', { kind: 'first', category: first }]);
  return options;
}

function otherOptions(answer: readonly FieldPick[], ground: Mission, chance: Chance): Option[] {
  const options: Option[] = [];
  const library = answer.filter(({ loop }) => loop.isLibrary);
  // A loop of the house is never taken out during the day.
  const used = pickOne(library.length > 0 ? library : answer, chance);
  if (used) options.push(['use', { kind: 'use', loop: used.loop.id }]);
  const makers = new Set(answer.map(({ rifff }) => rifff.maker)).size;
  if (makers >= 2) options.push(['makers', { kind: 'makers', least: Math.min(4, makers) }]);
  const inKey = answer.filter(({ loop }) => isInKey(loop, ground)).length;
  if (inKey >= 2) options.push(['key', { kind: 'key', least: Math.min(3, inKey) }]);
  const bars = BARS.find((count) => count * barMs(ground) >= UNHURRIED_MS * answer.length);
  if (bars) options.push(['bars', { kind: 'bars', most: bars }]);
  const onBeat = Math.max(1, answer.length - 1 - Math.floor(chance() * 2));
  options.push(['amount', { kind: 'onBeat', least: onBeat }]);
  options.push(['amount', { kind: 'loops', least: answer.length }]);
  return options;
}

/** When an answer would be placed by a player without hurry: every so many beats, on the beat. */
export function answerStamps(mission: Pick<Mission, 'bps'>, count: number): number[] {
  const beat = beatMs(mission);
  const beats = Math.max(1, Math.floor(UNHURRIED_MS / beat));
  return Array.from({ length: count }, (_, at) => Math.round((at + 1) * beats * beat));
}

function conditionsFor(
  ground: Mission,
  answer: readonly FieldPick[],
  index: FieldIndex,
  chance: Chance,
): Condition[] {
  if (answer.length === 0) return [];
  const options = [
    ...tempoOptions(answer, index.field),
    ...categoryOptions(answer, index, chance),
    ...otherOptions(answer, ground, chance),
  ];
  const stamps = answerStamps(ground, answer.length);
  const placed = answer.map((one, at) => ({ ...one, t: stamps[at]!, timing: ON_BEAT_TIMING }));
  const needed = neededLoops(index);
  const wanted = chance() < 0.4 ? 4 : 3;
  const chosen: Condition[] = [];
  const asked = new Set<string>();
  for (const [about, condition] of shuffled(options, chance)) {
    if (chosen.length === wanted) break;
    if (asked.has(about)) continue;
    // What the answer does not meet is not asked, whatever led to it.
    if (!progressOf(condition, ground, placed, needed).isMet) continue;
    asked.add(about);
    chosen.push(condition);
  }
  const placeOf = ({ kind }: Condition) => READING_ORDER.indexOf(kind);
  return chosen.sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * The mission of a seed on a field, with an answer. The same seed and field make the same mission everywhere.
 * @param seed as `MISSION_SEED_PATTERN`; its day should be that of the field
 * @param salt more chance, which the server keeps to itself: without it the answer cannot be made
 */
export function makeMission(seed: string, index: FieldIndex, salt = ''): MadeMission {
  const chance = chanceOf(`rondo arcade ${seed}${salt}`);
  const day = seedDay(seed);
  const grounds = shuffled(index.field.rifffs, chance).slice(0, GROUNDS);
  const groundOf = ({ bps, barLength, root, scale }: Omit<Ground, 'seed' | 'day' | 'durationMs'>) =>
    ({
      seed,
      day,
      bps,
      barLength,
      root,
      scale,
      durationMs: DURATION_MS,
      conditions: [],
    }) as Mission;
  let best: { ground: Mission; answer: FieldPick[] } = { ground: groundOf(SILENCE), answer: [] };
  for (const rifff of grounds) {
    const ground = groundOf(rifff);
    const answer = answerOn(ground, index, chance);
    if (worthOf(answer) > worthOf(best.answer)) best = { ground, answer };
    if (worthOf(best.answer) >= 2 * ANSWER.least) break;
  }
  const [lone] = index.picks;
  if (best.answer.length === 0 && lone) {
    const ground = groundOf({ ...SILENCE, bps: lone.loop.bps, scale: CHROMATIC });
    best = { ground, answer: answerOn(ground, index, chance) };
  }
  const { ground, answer } = best;
  const conditions = conditionsFor(ground, answer, index, chance);
  return { mission: { ...ground, conditions }, answer };
}

/** The mission of a seed on a field. */
export const missionOf = (seed: string, field: ArcadeField, salt = ''): Mission =>
  makeMission(seed, indexField(field), salt).mission;
