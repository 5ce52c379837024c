/** What a mission asks for: how far it is met, and how people are told of it. */

import type { Condition, Mission } from '../../contract/arcade.ts';
import type { FieldPick } from './field.ts';
import { barMs, isInKey } from './music.ts';

/** So many loops make a rifff that can meet anything at all: nothing is not an answer to "no drums". */
export const ANSWER_LOOPS = 3;

/** What conditions look at: loops in the order of placing. */
export type Judged = FieldPick & { readonly t: number; readonly timing: number };

/** From this on a placing counts as on the beat. */
export const ON_BEAT_TIMING = 50;

export interface Progress {
  readonly isMet: boolean;
  /** How much of it is there; equal to `need`, or beyond it, when met. */
  readonly have: number;
  readonly need: number;
  /** Nothing that is placed from here on can meet it: something has to be lifted. */
  readonly isBroken: boolean;
}

const distinct = <T>(items: readonly T[]): number => new Set(items).size;

const reaching = (have: number, need: number): Progress => ({
  isMet: have >= need,
  have,
  need,
  isBroken: false,
});
/** Met by so many loops of which none breaks the rule. */
const holding = (placed: readonly Judged[], wrong: number, needed: number): Progress => ({
  isMet: wrong === 0 && placed.length >= needed,
  have: Math.min(placed.length, needed) - (wrong > 0 ? 1 : 0),
  need: needed,
  isBroken: wrong > 0,
});

/**
 * How far one condition is met.
 * @param mission its tempo and key
 * @param needed loops that are needed for a rule that forbids: `ANSWER_LOOPS`, or as many as the field has
 */
export function progressOf(
  condition: Condition,
  mission: Mission,
  placed: readonly Judged[],
  needed = ANSWER_LOOPS,
): Progress {
  const count = (matches: (one: Judged) => boolean) => placed.filter(matches).length;
  const held = (breaks: (one: Judged) => boolean) => holding(placed, count(breaks), needed);
  switch (condition.kind) {
    case 'bars': {
      const first = placed[0]?.t ?? 0;
      return held(({ t }) => t - first > condition.most * barMs(mission));
    }
    case 'colours':
      return reaching(distinct(placed.map(({ loop }) => loop.category)), condition.least);
    case 'under':
      return held(({ rifff }) => rifff.bps * 60 >= condition.bpm);
    case 'over':
      return held(({ rifff }) => rifff.bps * 60 <= condition.bpm);
    case 'use':
      return reaching(
        count(({ loop }) => loop.id === condition.loop),
        1,
      );
    case 'with': {
      const there = new Set(placed.map(({ loop }) => loop.category));
      const { categories } = condition;
      return reaching(categories.filter((one) => there.has(one)).length, categories.length);
    }
    case 'without':
      return held(({ loop }) => loop.category === condition.category);
    case 'makers':
      return reaching(distinct(placed.map(({ rifff }) => rifff.maker)), condition.least);
    case 'key':
      return reaching(
        count(({ loop }) => isInKey(loop, mission)),
        condition.least,
      );
    case 'loops':
      return reaching(placed.length, condition.least);
    case 'onBeat':
      return reaching(
        count(({ timing }) => timing >= ON_BEAT_TIMING),
        condition.least,
      );
    case 'first': {
      const [first] = placed;
      if (!first) return reaching(0, 1);
      const isMet = first.loop.category === condition.category;
      return { isMet, have: Number(isMet), need: 1, isBroken: !isMet };
    }
  }
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
const word = (count: number) => NUMBERS[count] ?? String(count);
const many = (count: number, one: string, more = `${one}s`) =>
  `${word(count)} ${count === 1 ? one : more}`;

/** Categories in a sentence: singular and plural. */
const NOUNS: Readonly<Record<string, readonly [one: string, all: string]>> = {
  drums: ['drums', 'drums'],
  bass: ['a bass line', 'bass lines'],
  leads: ['a melody', 'melodies'],
  vocals: ['a voice', 'voices'],
  perc: ['percussion', 'percussion'],
  pads: ['a pad', 'pads'],
  chords: ['chords', 'chords'],
  fx: ['an effect', 'effects'],
  audio: ['a recording', 'recordings'],
};
const UNKNOWN = ['a loop of unknown kind', 'loops of unknown kind'] as const;
const nounsOf = (category: string) => NOUNS[category] ?? UNKNOWN;

/** "a, b and c". */
function listed(items: readonly string[]): string {
  if (items.length <= 1) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/**
 * One condition as something to do, in words for people who never made music.
 * @param mission the one that asks for it: its tempo turns bars into seconds
 * @param loopName name of a loop by its id, as the documents of the field have it; may be empty
 */
export function conditionText(
  condition: Condition,
  mission: Pick<Mission, 'bps'>,
  loopName: (id: string) => string,
): string {
  switch (condition.kind) {
    case 'bars': {
      const seconds = Math.floor((condition.most * barMs(mission)) / 1000);
      return `place all loops within ${seconds} seconds`;
    }
    case 'colours':
      return `use at least ${many(condition.least, 'colour')}`;
    case 'under':
      return `take only from rifffs slower than ${condition.bpm} beats a minute`;
    case 'over':
      return `take only from rifffs faster than ${condition.bpm} beats a minute`;
    case 'use': {
      const name = loopName(condition.loop);
      return name === '' ? 'include the loop that the mission marks' : `include the loop “${name}”`;
    }
    case 'with':
      return `include ${listed(condition.categories.map((one) => nounsOf(one)[0]))}`;
    case 'without':
      return `leave out ${nounsOf(condition.category)[1]}`;
    case 'makers':
      return `take from rifffs of at least ${many(condition.least, 'person', 'people')}`;
    case 'key':
      return `include at least ${many(condition.least, 'loop')} that are already in tune`;
    case 'loops':
      return `use at least ${many(condition.least, 'loop')}`;
    case 'onBeat':
      return `place at least ${many(condition.least, 'loop')} on the beat`;
    case 'first':
      return `begin with ${nounsOf(condition.category)[0]}`;
  }
}

/** The whole brief as one sentence: "Make a rifff: use at least three colours; include a bass; leave out chords." */
export function briefText(mission: Mission, loopName: (id: string) => string): string {
  const parts = mission.conditions.map((one) => conditionText(one, mission, loopName));
  return parts.length === 0 ? 'Make a rifff.' : `Make a rifff: ${parts.join('; ')}.`;
}

/** How far a condition is: "met", "2 of 3", "broken"; what forbids something is "kept so far". */
export function progressText(
  { kind }: Condition,
  { isMet, isBroken, have, need }: Progress,
): string {
  if (isMet) return 'met';
  if (isBroken) return 'broken';
  const forbids = kind === 'without' || kind === 'under' || kind === 'over' || kind === 'bars';
  return forbids ? 'kept so far' : `${Math.max(0, have)} of ${need}`;
}
