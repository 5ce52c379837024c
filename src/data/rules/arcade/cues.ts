/**
 * What the page shows, sounds and says about a state, as data: everything that counts can be seen, heard and read, so
 * that no player needs all of them.
 */
import { categoryOf } from '../../contract/categories.ts';
import { conditionText, type Progress } from './conditions.ts';
import type { FieldIndex } from './field.ts';
import { type ArcadeState, type Placed, type Verdict, verdictOf } from './game.ts';
import { beatMs, beatOffsetMs } from './music.ts';
import { placingParts, progressOfAll, scoreOf } from './score.ts';
import { prospectOf } from './wanted.ts';

/** How near to the beat a placing was. */
export type Grade = 'perfect' | 'good' | 'early' | 'late' | 'off';

/** Grades and verdicts by the name of what is heard and drawn for them; never one without the other. */
export type CueId = Grade | Verdict | 'grab' | 'drop' | 'lift' | 'hurry' | 'over';

/** The last ten seconds. */
const HURRY_MS = 10_000;

export interface Beat {
  /** Beats since the run began. */
  readonly index: number;
  /** 0 on the beat, towards 1 before the next. */
  readonly phase: number;
  /** First of four. */
  readonly isBar: boolean;
  readonly msToNext: number;
}

export interface ConditionCue extends Progress {
  readonly text: string;
}

export interface Cues {
  readonly beat: Beat;
  readonly leftMs: number;
  readonly isHurry: boolean;
  readonly score: number;
  readonly streak: number;
  readonly conditions: readonly ConditionCue[];
  /** What is in the hand, and how it would sit. */
  readonly hand: {
    readonly category: string;
    readonly fit: number;
    readonly verdict: Verdict;
    /** Places of conditions that it helps, or breaks. */
    readonly helps: readonly number[];
    readonly breaks: readonly number[];
  } | null;
  /** About the last move: a sound and a picture of the same name, and words for a live region. */
  readonly last: {
    readonly cues: readonly CueId[];
    readonly points: number;
    readonly say: string;
  } | null;
}

/** Where the beat stands at a time of the run, in ms. */
export function beatAt({ mission }: Pick<ArcadeState, 'mission'>, t: number): Beat {
  const length = beatMs(mission);
  const index = Math.floor(t / length);
  const phase = t / length - index;
  return { index, phase, isBar: index % 4 === 0, msToNext: length * (1 - phase) };
}

/** How near to the beat a time is. */
export function gradeOf(
  { mission }: Pick<ArcadeState, 'mission'>,
  { t, timing }: Pick<Placed, 't' | 'timing'>,
): Grade {
  if (timing === 100) return 'perfect';
  if (timing >= 50) return 'good';
  if (timing === 0) return 'off';
  return beatOffsetMs(mission, t) < 0 ? 'early' : 'late';
}

const GRADE_TEXT: Readonly<Record<Grade, string>> = {
  perfect: 'on the beat',
  good: 'near the beat',
  early: 'early',
  late: 'late',
  off: 'beside the beat',
};
const VERDICT_TEXT: Readonly<Record<Verdict, string>> = {
  fits: 'fits',
  rubs: 'rubs a little',
  clash: 'clashes',
};

const titleOf = (category: string) => categoryOf(category).title;

/** Words, sounds and points of the last placing. */
function placedCue(state: ArcadeState): NonNullable<Cues['last']> {
  const at = state.placed.length - 1;
  const placed = state.placed[at]!;
  const verdict = verdictOf(placed.fit);
  const { timing, fit, variety, combo, penalty } = placingParts(state.placed, at);
  const points = timing + fit + variety + combo + penalty;
  const name = titleOf(placed.loop.category);
  if (state.mode === 'explorer') {
    return { cues: [verdict], points, say: `${name} collected, ${VERDICT_TEXT[verdict]}` };
  }
  const grade = gradeOf(state, placed);
  const row = placed.streak >= 2 ? `, ${placed.streak} in a row` : '';
  const say = `${name} placed ${GRADE_TEXT[grade]}, ${VERDICT_TEXT[verdict]}${row}`;
  return { cues: [grade, verdict], points, say };
}

function lastCue(state: ArcadeState): Cues['last'] {
  const { last, hand } = state;
  if (last === null) return null;
  if (last === 'place') return placedCue(state);
  if (last === 'grab') {
    return { cues: ['grab'], points: 0, say: `${titleOf(hand?.loop.category ?? '?')} in hand` };
  }
  if (last === 'drop') return { cues: ['drop'], points: 0, say: 'Let go' };
  if (last === 'lift') return { cues: ['lift'], points: 0, say: 'Taken out' };
  return { cues: ['over'], points: 0, say: 'Done' };
}

/**
 * Everything to show, sound and say at a time of the run.
 * @param t ms since the run began
 * @param loopName name of a loop by its id, for the brief; may answer an empty one
 */
export function cues(
  state: ArcadeState,
  index: FieldIndex,
  t: number,
  loopName: (id: string) => string = () => '',
): Cues {
  const { mission, mode, hand } = state;
  const leftMs = state.isOver ? 0 : Math.max(0, mission.durationMs[mode] - t);
  const prospect = hand && prospectOf(state, index, hand, t);
  const progress = mode === 'mission' ? progressOfAll(state, index) : [];
  return {
    beat: beatAt(state, t),
    leftMs,
    isHurry: leftMs > 0 && leftMs <= HURRY_MS,
    score: scoreOf(state, index),
    streak: state.streak,
    conditions: progress.map((one, at) => ({
      ...one,
      text: conditionText(mission.conditions[at]!, mission, loopName),
    })),
    hand: prospect
      ? {
          category: prospect.pick.loop.category,
          fit: prospect.fit,
          verdict: verdictOf(prospect.fit),
          helps: prospect.helps,
          breaks: prospect.breaks,
        }
      : null,
    last: lastCue(state),
  };
}
