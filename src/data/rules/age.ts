/** Times for people, as their region writes them, in the time zone of this device. */
import { LOCALES, type RegionCode } from './locale.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_DAYS = 7;
/** A day further back than this has its year with it. */
const FAR_DAYS = 300;

/**
 * How long ago something was, short: `now`, `5 min`, `3 h`, `2 days`; from a week on the date, for instance
 * `3 May 2026`. A time that lies ahead (clocks differ) reads as now.
 */
export function ageText(atMs: number, region: RegionCode, nowMs: number = Date.now()): string {
  const ago = nowMs - atMs;
  if (!(ago >= MINUTE_MS)) return 'now';
  if (ago < HOUR_MS) return `${Math.floor(ago / MINUTE_MS)} min`;
  if (ago < DAY_MS) return `${Math.floor(ago / HOUR_MS)} h`;
  const days = Math.floor(ago / DAY_MS);
  if (days < WEEK_DAYS) return days === 1 ? '1 day' : `${days} days`;
  return dateText(atMs, region);
}

/** A day with its year, for instance `3 May 2026` or `May 3, 2026`. */
export function dateText(atMs: number, region: RegionCode): string {
  return dayOf(atMs, region, true);
}

/** The clock today, for instance `15:07` or `3:07 PM`; else the day before it. */
export function timeText(atMs: number, region: RegionCode, nowMs: number = Date.now()): string {
  const date = new Date(atMs);
  const style = { hour: '2-digit', minute: '2-digit' } as const;
  const clock = date.toLocaleTimeString(LOCALES[region].iso, style);
  if (new Date(nowMs).toDateString() === date.toDateString()) return clock;
  return `${dayText(atMs, region, nowMs)}, ${clock}`;
}

/** A day, with its year when it is not this one or long ago. */
export function dayText(atMs: number, region: RegionCode, nowMs: number = Date.now()): string {
  const isFar =
    nowMs - atMs > FAR_DAYS * DAY_MS ||
    new Date(atMs).getFullYear() !== new Date(nowMs).getFullYear();
  return dayOf(atMs, region, isFar);
}

function dayOf(atMs: number, region: RegionCode, hasYear: boolean): string {
  return new Date(atMs).toLocaleDateString(LOCALES[region].iso, {
    day: 'numeric',
    month: 'short',
    ...(hasYear && { year: 'numeric' }),
  });
}
