/** What the pages of the chart say about a week, a place and a winner. Times in milliseconds since the epoch. */
import type { SharedRifff, WeekWon } from '../../contract/sharing.ts';
import { WEEK_MS, weekOf } from './weeks.ts';

/** As many weeks back as the call of the chart takes. */
const MOST_WEEKS_BACK = 5200;

/** The first day of a week, as in an address: `2026-11-16`. */
export function weekName(start: number): string {
  return new Date(start).toISOString().slice(0, 10);
}

/** The address of a week's chart; that of the week that runs has no date, and is always the newest. */
export function weekPath(start: number, nowMs: number): string {
  return start >= weekOf(nowMs) ? '/chart' : `/chart?week=${weekName(start)}`;
}

/**
 * How many weeks back an address means: the week that the day is in. Whatever is no day, or lies ahead, is the week
 * that runs.
 *
 * @param day out of the address
 */
export function weeksBack(day: string | null, nowMs: number): number {
  const ms =
    day !== null && /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00Z`) : Number.NaN;
  if (Number.isNaN(ms)) return 0;
  const weeks = (weekOf(nowMs) - weekOf(ms)) / WEEK_MS;
  return Math.min(MOST_WEEKS_BACK, Math.max(0, weeks));
}

/** What became of a place since the week before: risen from beyond what is known, or by so many places. */
export type PlaceChange =
  | { readonly kind: 'new' }
  | { readonly kind: 'same' }
  | { readonly kind: 'back' }
  | { readonly kind: 'up' | 'down'; readonly by: number };

/**
 * The place of a share against that of the week before. A share stands in the charts of two weeks at most: that in
 * which it was shared, where it is new, and the next.
 *
 * @param start of the week that is shown
 * @param before places of the week before, as far as they are known
 */
export function placeChange(
  { _id, chart, action_timestamp: shared }: Pick<SharedRifff, '_id' | 'chart' | 'action_timestamp'>,
  start: number,
  before: ReadonlyMap<string, number>,
): PlaceChange | null {
  if (!chart) return null;
  if (shared >= start) return { kind: 'new' };
  const old = before.get(_id);
  if (old === undefined) return { kind: 'back' };
  if (old === chart.place) return { kind: 'same' };
  return old > chart.place
    ? { kind: 'up', by: old - chart.place }
    : { kind: 'down', by: chart.place - old };
}

/** A change as it is printed beside the place (`+2`, `−1`, with a true minus), and as it is said. */
export function changeWords(change: PlaceChange): { readonly mark: string; readonly said: string } {
  if (change.kind === 'new') return { mark: 'new', said: 'new this week' };
  if (change.kind === 'same') return { mark: '=', said: 'as in the week before' };
  if (change.kind === 'back') return { mark: '+', said: 'higher than in the week before' };
  const { kind, by } = change;
  const places = by === 1 ? 'place' : 'places';
  return kind === 'up'
    ? { mark: `+${by}`, said: `${by} ${places} higher than in the week before` }
    : { mark: `\u2212${by}`, said: `${by} ${places} lower than in the week before` };
}

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

/** Why a rifff won its week, in one or two sentences. @param maker who shared it, as they are called */
export function whyWon(
  { by, reason, points, people: count, strangers }: WeekWon,
  maker: string,
): string {
  const counted = `${points} ${points === 1 ? 'point' : 'points'} from ${people(count)}`;
  if (by === 'moderator') {
    const why = `Chosen by the moderators: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`;
    return count === 0 ? why : `${why} It had ${counted}.`;
  }
  if (strangers === count) return `${counted}, none of whom followed ${maker} before.`;
  return strangers === 0
    ? `${counted}.`
    : `${counted}, ${strangers} of whom did not follow ${maker} before.`;
}
