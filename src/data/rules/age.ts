const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_DAYS = 7;

/**
 * How long ago something was, short: `now`, `5 min`, `3 h`, `2 days`; from a week on the date, for instance
 * `3 May 2026`. A time that lies ahead (clocks differ) reads as now.
 */
export function ageText(atMs: number, nowMs: number = Date.now()): string {
  const ago = nowMs - atMs;
  if (!(ago >= MINUTE_MS)) return 'now';
  if (ago < HOUR_MS) return `${Math.floor(ago / MINUTE_MS)} min`;
  if (ago < DAY_MS) return `${Math.floor(ago / HOUR_MS)} h`;
  const days = Math.floor(ago / DAY_MS);
  if (days < WEEK_DAYS) return days === 1 ? '1 day' : `${days} days`;
  return dateText(atMs);
}

/** A day for people, for instance `3 May 2026`, in the time zone of this device. */
export function dateText(atMs: number): string {
  return new Date(atMs).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
}
