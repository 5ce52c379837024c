/** What a player is told, in words. */
import { MAX_LOOPS_PER_RIFFF } from '../../../data/contract/constants.ts';
import type { Cues } from '../../../data/rules/arcade/cues.ts';
import type { ArcadeState, Verdict } from '../../../data/rules/arcade/game.ts';
import type { WishFault } from '../../../data/rules/arcade/run.ts';
import { pointsText } from '../../../data/rules/arcade/scoreText.ts';
import type { PlayPhase } from './playedRun.ts';

const NOUNS: Readonly<Record<string, string>> = {
  drums: 'drums',
  bass: 'bass',
  leads: 'melody',
  vocals: 'voice',
  perc: 'percussion',
  pads: 'pad',
  chords: 'chords',
  fx: 'effect',
  audio: 'recording',
};

/** A loop in a sentence by its category: the voice. */
export const nounOf = (category: string) => `the ${NOUNS[category] ?? 'loop'}`;

/** Points of a move: +170, −80; nothing for none. */
export const gainText = (points: number) =>
  points === 0 ? '' : `${points > 0 ? '+' : ''}${pointsText(points)}`;

const FITS: Readonly<Record<Verdict, string>> = {
  fits: 'it fits',
  rubs: 'it rubs a little',
  clash: 'it clashes',
};

/** What is in the hand, and what placing it would come to: "Vocals in hand, it fits, helps: with a voice". */
export function handText(cue: Cues): string {
  const { hand, last, conditions } = cue;
  if (!hand) return last?.say ?? '';
  const textOf = (at: number) => conditions[at]?.text ?? '';
  const helps = hand.helps.length > 0 ? `, helps: ${hand.helps.map(textOf).join(', ')}` : '';
  const breaks = hand.breaks.length > 0 ? `, breaks: ${hand.breaks.map(textOf).join(', ')}` : '';
  return `${last?.say ?? 'In hand'}, ${FITS[hand.verdict]}${helps}${breaks}`;
}

/** Why nothing came of what a hand wished; empty where there is nothing to say. */
export function faultText(fault: WishFault): string {
  if (fault === 'placed already') return 'That loop is in your rifff already';
  if (fault === 'full') return 'All eight places are taken';
  if (fault === 'too many moves') return 'No more moves: finish when you like';
  return '';
}

export interface HintSight {
  readonly phase: PlayPhase;
  readonly isScript: boolean;
  readonly state: ArcadeState;
  readonly cue: Cues;
  /** Is a rifff in front, and does the mission ask for the chosen loop? */
  readonly isSomebodyThere: boolean;
  readonly isAskedFor: boolean;
  /** Category of the chosen loop; undefined where none can be taken. */
  readonly chosen: string | undefined;
}

/** The one line that says what is next. */
export function hintOf(sight: HintSight): string {
  const { phase, state, cue, isSomebodyThere, chosen } = sight;
  if (phase === 'over') return 'Done';
  if (sight.isScript) return 'Played again, move by move';
  if (phase !== 'play') {
    return state.mode === 'mission'
      ? 'Listen: this is the beat to place on'
      : 'Fly about, and listen';
  }
  if (state.hand) {
    if (cue.hand && cue.hand.breaks.length > 0) return 'This breaks the brief: better let it go';
    if (cue.hand?.verdict === 'clash') return 'This clashes: better let it go';
    return 'Place it when the line is in a block';
  }
  if (state.placed.length >= MAX_LOOPS_PER_RIFFF)
    return 'Eight loops, a whole rifff: finish when you like';
  if (state.mode === 'mission' && cue.conditions.some(({ isBroken }) => isBroken)) {
    return 'A rule is broken: take out what breaks it';
  }
  const isDone =
    state.mode === 'mission' &&
    cue.conditions.length > 0 &&
    cue.conditions.every(({ isMet }) => isMet);
  if (isDone) return 'The brief is met: finish, or go on for points';
  if (!isSomebodyThere) return 'Stop before a person to take a loop';
  if (chosen === undefined) return 'Nothing is left here: go on to the next';
  if (state.mode === 'explorer') {
    return state.placed.length === 0
      ? 'Touch a ring that you like: it plays along'
      : 'Collect more, or fly on';
  }
  return sight.isAskedFor
    ? `Take ${nounOf(chosen)}: it is asked for`
    : 'Not asked for: go on to one in full colour';
}
