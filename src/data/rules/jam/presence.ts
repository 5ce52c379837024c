/** What a room says of who is there. Pure. */
import type { Activity, Present } from '../../contract/live.ts';

const DOING: Readonly<Record<Activity, string>> = {
  recording: 'recording an answer',
  editing: 'editing',
  listening: 'listening',
  here: 'here',
};
/** The most active first: what one may wait for. */
const ORDER: readonly Activity[] = ['recording', 'editing', 'listening', 'here'];

/** What one person does, for instance `recording an answer`. */
export const activityText = (activity: Activity): string => DOING[activity];

/** People in the order in which they matter: the most active first, then by name. */
export function byActivity<One extends Pick<Present, 'user' | 'displayName' | 'activity'>>(
  here: readonly One[],
): One[] {
  return [...here].sort(
    (a, b) =>
      ORDER.indexOf(a.activity) - ORDER.indexOf(b.activity) ||
      a.displayName.localeCompare(b.displayName) ||
      (a.user < b.user ? -1 : 1),
  );
}

/** Does a person make an answer? Then their mark on the rings is full; else it is open. */
export const isMaking = (activity: Activity): boolean =>
  activity === 'editing' || activity === 'recording';

/** Most drafts of others that a history shows. */
export const MOST_DRAFTS = 8;

/** Who else edits or records an answer now, the most active first; at most eight. */
export function madeNow<One extends Pick<Present, 'user' | 'displayName' | 'activity'>>(
  here: readonly One[],
  reader: string,
): One[] {
  const others = here.filter(({ user, activity }) => user !== reader && isMaking(activity));
  return byActivity(others).slice(0, MOST_DRAFTS);
}

/**
 * What a person makes: `mira is editing an answer to Nº 12`.
 * @param to what is answered, for people; '' where it is not known
 */
export function draftText(
  { displayName, activity }: Pick<Present, 'displayName' | 'activity'>,
  to: string,
): string {
  const doing = activity === 'recording' ? 'recording' : 'editing';
  return `${displayName} is ${doing} an answer${to && ` to ${to}`}`;
}

/**
 * Who is there besides oneself, in one line: `mia recording an answer, tom listening and 3 more`; empty for none.
 * @param count everybody, oneself included
 */
export function presenceLine(
  here: readonly Pick<Present, 'user' | 'displayName' | 'activity'>[],
  count: number,
  reader: string,
): string {
  const isIn = here.some(({ user }) => user === reader);
  const others = byActivity(here.filter(({ user }) => user !== reader));
  const shown = others.slice(0, 3);
  const more = Math.max(0, count - (isIn ? 1 : 0) - shown.length);
  const words = shown.map(({ displayName, activity }) =>
    activity === 'here' ? displayName : `${displayName} ${activityText(activity)}`,
  );
  if (words.length === 0) return more === 0 ? '' : more === 1 ? '1 person' : `${more} people`;
  return more === 0 ? words.join(', ') : `${words.join(', ')} and ${more} more`;
}
