/** The visitor's region, kept for a year in the cookie `i18n` once it was chosen, and times as it writes them. */
import { proxy } from 'valtio/vanilla';
import {
  chooseRegion,
  DEFAULT_REGION,
  formatClock,
  formatDay,
  formatTime,
  type RegionCode,
  regionCookie,
} from '../rules/site/locale.ts';

export const locale = proxy<{ region: RegionCode }>({
  region:
    typeof document === 'undefined'
      ? DEFAULT_REGION
      : chooseRegion(document.cookie, navigator.languages ?? []),
});

/** Chooses a region and keeps it. */
export function setRegion(region: RegionCode): void {
  locale.region = region;
  // biome-ignore lint/suspicious/noDocumentCookie: the specification names this cookie, and not every supported browser has cookieStore
  document.cookie = regionCookie(region, window.location.protocol === 'https:');
}

/** A day with its year. */
export function dateText(atMs: number): string {
  return formatDay(atMs, locale.region);
}

/** A time: the clock today, else the day too. */
export function timeText(atMs: number): string {
  return formatTime(atMs, locale.region, Date.now());
}

/** A moment with its day and year and the clock, in the region that is chosen now. */
export function momentText(atMs: number): string {
  return `${formatDay(atMs, locale.region)}, ${formatClock(atMs, locale.region)}`;
}
