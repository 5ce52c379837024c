import type { LibraryCategory } from '../../contract/categories.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../contract/constants.ts';
import { partsOf, type Taste, withoutPart, withPart, withSwitched } from '../arranging/arrange.ts';
import type { Arrangement } from '../arranging/arrangement.ts';
import { PART_ORDER, shuffled } from '../draft/loopChoice.ts';
import type { Habit } from './people.ts';

/** How often the player of a present part leaves it out instead of playing another loop. */
const LEAVES_OUT = 0.2;
/** How often a build comes all at once, and how often such a one brings nothing new. */
const ALL_AT_ONCE = 0.6;
const SAME_AS_BEFORE = 0.2;
/** Parts on before one may go. */
const ENOUGH_ON = 5;
const RHYTHM: readonly LibraryCategory[] = ['drums', 'bass'];
/** What a breakdown turns off. */
const BREAKDOWNS: readonly (readonly LibraryCategory[])[] = [
  ['drums', 'perc'],
  ['drums'],
  ['drums', 'bass', 'perc'],
  ['bass'],
];
/** What a build brings back, step by step, or all at once. */
const BUILDS: readonly (readonly LibraryCategory[])[] = [
  ['perc'],
  ['bass'],
  ['drums'],
  ['drums', 'bass', 'perc'],
];

const countOn = (voices: Arrangement) => voices.filter(({ isOn }) => isOn).length;

/** Parts that the pool has and the arrangement does not, the rhythm section first. */
export function missingParts(voices: Arrangement, taste: Taste): LibraryCategory[] {
  const held = new Set(voices.map(({ part }) => part));
  const offered = new Set(partsOf(taste.pool));
  return PART_ORDER.filter((part) => offered.has(part) && !held.has(part));
}

function first(candidates: Iterable<() => Arrangement | null>): Arrangement | null {
  for (const candidate of candidates) {
    const made = candidate();
    if (made) return made;
  }
  return null;
}

/** A part comes and another one goes for it, whichever chance names of those that may. */
function trade(voices: Arrangement, part: LibraryCategory, taste: Taste): Arrangement | null {
  const leaving = shuffled(voices, taste.chance);
  return first(
    leaving.map((gone) => () => {
      const others = voices.filter((voice) => voice !== gone);
      return withPart(others, part, taste);
    }),
  );
}

const mostOf = ({ most = MAX_LOOPS_PER_RIFFF }: Taste) => most;

function playPart(voices: Arrangement, part: LibraryCategory, taste: Taste): Arrangement | null {
  const isThere = voices.some((voice) => voice.part === part);
  if (!isThere && voices.length >= mostOf(taste)) return trade(voices, part, taste);
  const mayGo = isThere && !RHYTHM.includes(part) && countOn(voices) > ENOUGH_ON;
  if (mayGo && taste.chance() < LEAVES_OUT) return withoutPart(voices, part);
  return withPart(voices, part, taste);
}

function playPair(voices: Arrangement, taste: Taste): Arrangement | null {
  const parts = shuffled(
    voices.filter(({ isOn }) => isOn).map(({ part }) => part),
    taste.chance,
  );
  const [one, other] = parts;
  const changed = one && withPart(voices, one, taste);
  if (!changed || !other) return null;
  return (
    (countOn(voices) > ENOUGH_ON && withoutPart(changed, other)) || withPart(changed, other, taste)
  );
}

function fill(voices: Arrangement, taste: Taste): Arrangement | null {
  if (voices.length >= mostOf(taste)) return null;
  const missing = missingParts(voices, taste);
  return first(missing.map((part) => () => playPart(voices, part, taste)));
}

/** Brings the rhythm back step by step, or all at once and then often with something else on top. */
function build(voices: Arrangement, taste: Taste): Arrangement | null {
  const isLate = taste.chance() < ALL_AT_ONCE;
  const steps = isLate ? [...BUILDS].reverse() : BUILDS;
  const made = first(steps.map((parts) => () => withSwitched(voices, parts, true)));
  if (!made) {
    // What was added meanwhile leaves no room for the part as it was: it comes back as another loop.
    const muted = voices.filter(({ isOn }) => !isOn).map(({ part }) => part);
    return first(muted.map((part) => () => withPart(voices, part, taste)));
  }
  if (!isLate || taste.chance() < SAME_AS_BEFORE) return made;
  const tops = made.filter(({ part }) => !RHYTHM.includes(part)).map(({ part }) => part);
  return first(shuffled(tops, taste.chance).map((part) => () => withPart(made, part, taste)));
}

/** The answer of a player with this habit to a rifff; null for none. */
export function answerOf(habit: Habit, voices: Arrangement, taste: Taste): Arrangement | null {
  switch (habit.kind) {
    case 'part':
      return playPart(voices, habit.part, taste);
    case 'pair':
      return playPair(voices, taste);
    case 'fill':
      return fill(voices, taste);
    case 'breakdown':
      if (countOn(voices) < ENOUGH_ON) return null;
      return first(
        shuffled(BREAKDOWNS, taste.chance).map((parts) => () => withSwitched(voices, parts, false)),
      );
    case 'build':
      return build(voices, taste);
  }
}
