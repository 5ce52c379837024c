/** Weeks of the chart: they begin on Mondays at 00:00 UTC. Times in milliseconds since the epoch. */

const DAY_MS = 86_400_000;
export const WEEK_MS = 7 * DAY_MS;
/** Monday, 5 January 1970. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
/** Reactions count while a share is younger than this. */
export const LIFE_MS = WEEK_MS;

/** When the week of a moment began. */
export function weekOf(timeMs: number): number {
  return timeMs - ((((timeMs - FIRST_MONDAY_MS) % WEEK_MS) + WEEK_MS) % WEEK_MS);
}

/** True for the beginning of a week that is over. */
export function isFinishedWeek(start: number, nowMs: number): boolean {
  return weekOf(start) === start && start + WEEK_MS <= nowMs;
}

/**
 * The weeks in whose charts a share can stand: the one that it was shared in, and the next, in which its seven days end.
 * In the second it stands with all of them, like everything that was shared in the same week, whatever the day.
 */
export function weeksOfShare(sharedMs: number): readonly [shared: number, complete: number] {
  const shared = weekOf(sharedMs);
  return [shared, shared + WEEK_MS];
}

/** Those of its weeks in which a reaction of this moment still counts; none once the share is seven days old. */
export function openWeeks(sharedMs: number, reactionMs: number): number[] {
  if (reactionMs >= sharedMs + LIFE_MS) return [];
  return weeksOfShare(sharedMs).filter((start) => reactionMs < start + WEEK_MS);
}

/** A week as answers name it. */
export function weekBounds(start: number) {
  const end = start + WEEK_MS;
  const startISO = new Date(start).toISOString();
  return { start, startISO, end, endISO: new Date(end).toISOString() };
}
