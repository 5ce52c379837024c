/** How the chart counts, and who wins a week. See `docs/decisions/chart.md`. */
import { WEEK_MS } from './weeks.ts';

/** What one account did about a share. */
export interface Reactions {
  readonly isLiked: boolean;
  readonly isCommented: boolean;
  /** Made a rifff that answers it, in the same jam or as a remix. */
  readonly isAnswered: boolean;
}

export const LIKE_POINTS = 1;
export const COMMENT_POINTS = 2;
export const ANSWER_POINTS = 3;

/** Points that one account gives: those of the most that it did, however often it did it. */
export function pointsOf({ isLiked, isCommented, isAnswered }: Reactions): number {
  if (isAnswered) return ANSWER_POINTS;
  if (isCommented) return COMMENT_POINTS;
  return isLiked ? LIKE_POINTS : 0;
}

/** What one account gives a share. */
export interface Voice {
  readonly points: number;
  /** It followed the sharer when it first reacted. */
  readonly isFollower: boolean;
}

/** What a share has in the chart of one week. */
export interface Tally {
  readonly points: number;
  readonly people: number;
  /** Of people who did not follow its maker. */
  readonly strangerPoints: number;
  readonly strangers: number;
}

/** What changes in a tally when one account gives other points than before; 0 points: it gives none. */
export function tallyChange(before: number, { points, isFollower }: Voice): Tally {
  const more = points - before;
  const person = Number(points > 0) - Number(before > 0);
  return {
    points: more,
    people: person,
    strangerPoints: isFollower ? 0 : more,
    strangers: isFollower ? 0 : person,
  };
}

/** A tally and a change of it together. */
export function addTallies(a: Tally, b: Tally): Tally {
  return {
    points: a.points + b.points,
    people: a.people + b.people,
    strangerPoints: a.strangerPoints + b.strangerPoints,
    strangers: a.strangers + b.strangers,
  };
}

export const NO_TALLY: Tally = { points: 0, people: 0, strangerPoints: 0, strangers: 0 };

/** A share that could win a week. */
export interface Candidate extends Tally {
  readonly shareId: string;
  /** Who shared it. */
  readonly userId: string;
  /** When it was shared, in milliseconds since the epoch. */
  readonly created: number;
}

/** The earlier share first. */
function byTime(a: Candidate, b: Candidate): number {
  return a.created - b.created || (a.shareId < b.shareId ? -1 : Number(a.shareId > b.shareId));
}

/** People that a winner needs. */
export const WINNER_PEOPLE = 3;
/** A winner cannot win again for so many weeks. */
export const REST_WEEKS = 8;
/** What a stranger's point is worth beside that of a follower. */
export const STRANGER_WORTH = 4;

/** What decides a week: a person with many followers has to reach people beyond them. */
export function acclaim({ points, strangerPoints }: Tally): number {
  return points + (STRANGER_WORTH - 1) * strangerPoints;
}

/** True where something of so many points may still have more acclaim than another, or as much. */
export function mayMatch(points: number, other: Tally): boolean {
  return STRANGER_WORTH * points >= acclaim(other);
}

/**
 * The rifff of a week, or undefined where none has enough people.
 * @param candidates shares whose seven days ended in that week
 * @param resting accounts that won in the `REST_WEEKS` weeks before
 */
export function chooseWinner(
  candidates: readonly Candidate[],
  resting: ReadonlySet<string>,
): Candidate | undefined {
  let best: Candidate | undefined;
  for (const one of candidates) {
    if (one.people < WINNER_PEOPLE || resting.has(one.userId)) continue;
    const difference = best ? acclaim(one) - acclaim(best) : 1;
    if (difference > 0 || (difference === 0 && best && byTime(one, best) < 0)) best = one;
  }
  return best;
}

/** The first week whose winner rests in this one. */
export function restsSince(week: number): number {
  return week - REST_WEEKS * WEEK_MS;
}
