/** Regions, how one is chosen, and how counts and dates are written in it. Pure. */

import { LOCALE_COOKIE, LOCALE_COOKIE_DAYS } from '../../contract/constants.ts';
import { BASE } from './base.ts';

export const REGION_CODES = ['us', 'gb', 'eu'] as const;
export type RegionCode = (typeof REGION_CODES)[number];
export const DEFAULT_REGION: RegionCode = 'us';

interface LocaleEntry {
  readonly code: RegionCode;
  /** Language tag that numbers and dates are written by. */
  readonly iso: string;
  readonly name: string;
  readonly currency: 'USD' | 'GBP' | 'EUR';
  readonly currency_symbol: string;
}

export const LOCALES: Readonly<Record<RegionCode, LocaleEntry>> = {
  us: { code: 'us', iso: 'en-US', name: 'United States', currency: 'USD', currency_symbol: '$' },
  gb: { code: 'gb', iso: 'en-GB', name: 'United Kingdom', currency: 'GBP', currency_symbol: '£' },
  eu: { code: 'eu', iso: 'en-IE', name: 'Europe', currency: 'EUR', currency_symbol: '€' },
};

/** Countries with the euro, as language tags name them; others of the continent read its formats too. */
const EUROPE = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MC MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  ),
);
/** Languages that say Europe when no country stands behind them. */
const EUROPEAN_LANGUAGES = new Set(
  'bg ca cs da de el et eu fi fr ga gl hr hu is it lb lt lv mt nb nl nn no pl pt ro sk sl sv'.split(
    ' ',
  ),
);

/** A region's code in any case, else null. */
export function asRegion(text: string | null | undefined): RegionCode | null {
  const code = text?.toLowerCase();
  return REGION_CODES.find((region) => region === code) ?? null;
}

/** The region that one language tag such as `de-AT` speaks for, or null. */
function regionOfTag(tag: string): RegionCode | null {
  const [language = '', ...parts] = tag.replaceAll('_', '-').split('-');
  const country = parts.find((part) => /^[A-Za-z]{2}$/.test(part))?.toUpperCase();
  if (country === 'GB') return 'gb';
  if (country === 'US') return 'us';
  if (country !== undefined) return EUROPE.has(country) ? 'eu' : null;
  return EUROPEAN_LANGUAGES.has(language.toLowerCase()) ? 'eu' : null;
}

/** The region for a browser's languages, the one liked best first; `us` when none of them says. */
export function regionFromLanguages(languages: readonly string[]): RegionCode {
  for (const tag of languages) {
    const region = regionOfTag(tag);
    if (region) return region;
  }
  return DEFAULT_REGION;
}

/** Value of a cookie out of `document.cookie`, or null. */
export function cookieValue(cookies: string, name: string): string | null {
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}

/** A cookie of this site as `document.cookie` takes it. */
export function cookieText(name: string, value: string, days: number, isSecure: boolean): string {
  const seconds = Math.round(days * 86_400);
  return `${name}=${value}; Max-Age=${seconds}; Path=${BASE}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** The region: what was chosen before, else what the browser's languages say. */
export function chooseRegion(cookies: string, languages: readonly string[]): RegionCode {
  return asRegion(cookieValue(cookies, LOCALE_COOKIE)) ?? regionFromLanguages(languages);
}

/** The cookie that keeps a region for a year. */
export function regionCookie(region: RegionCode, isSecure: boolean): string {
  return cookieText(LOCALE_COOKIE, region, LOCALE_COOKIE_DAYS, isSecure);
}

/** The region that an address begins with, or null. */
export function regionOfPath(pathname: string): RegionCode | null {
  return asRegion(/^\/([A-Za-z]{2})(?:\/|$)/.exec(pathname)?.[1]);
}

/** Address of the first page in a region. The default region has no prefix. */
export function rootPath(region: RegionCode): string {
  return region === DEFAULT_REGION ? '/' : `/${region}`;
}

/** Is this the address of the first page, with or without a region? */
export function isRootPath(pathname: string): boolean {
  return /^\/(?:gb|eu)?\/?$/i.test(pathname);
}

/** Making a formatter takes longer than a hundred uses of it: each is kept. */
const formatters = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();
function kept<Made extends Intl.DateTimeFormat | Intl.NumberFormat>(
  key: string,
  make: () => Made,
): Made {
  const known = formatters.get(key) ?? make();
  formatters.set(key, known);
  return known as Made;
}

/** A number as the region writes it. */
export function formatNumber(value: number, region: RegionCode): string {
  return kept(region, () => new Intl.NumberFormat(LOCALES[region].iso)).format(value);
}

/** A day such as `21 November 2026` or `November 21, 2026`. `timeMs` since the epoch. */
export function formatDate(timeMs: number, region: RegionCode, timeZone?: string): string {
  const style = { dateStyle: 'long', ...(timeZone && { timeZone }) } as const;
  return new Intl.DateTimeFormat(LOCALES[region].iso, style).format(timeMs);
}

/**
 * Days from one to another, for instance `9 – 15 Nov 2026`, in UTC: what is counted in weeks has the same days
 * everywhere. Times in milliseconds since the epoch.
 *
 * @param endMs the first moment that is not of them
 */
export function formatDays(startMs: number, endMs: number, region: RegionCode): string {
  const style = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  const make = () => new Intl.DateTimeFormat(LOCALES[region].iso, style);
  return kept(`${region} days`, make).formatRange(startMs, endMs - 1);
}

const THOUSAND = 1000;
const MILLION = 1_000_000;

/** One decimal, cut and not rounded, so that 999 999 does not read as 1000.0k. */
const tenths = (value: number) => (Math.floor(value * 10) / 10).toFixed(1);

/** A count for people: k from 1000, m from 1 million, one decimal (specification, section 9). */
export function countText(count: number): string {
  const whole = Number.isFinite(count) ? Math.max(0, Math.floor(count)) : 0;
  if (whole >= MILLION) return `${tenths(whole / MILLION)}m`;
  if (whole >= THOUSAND) return `${tenths(whole / THOUSAND)}k`;
  return String(whole);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_DAYS = 7;

/** A date by parts, in the time zone of this device. @param name of the style */
function parts(
  atMs: number,
  region: RegionCode,
  name: string,
  style: Intl.DateTimeFormatOptions,
): string {
  const make = () => new Intl.DateTimeFormat(LOCALES[region].iso, style);
  return kept(`${region} ${name}`, make).format(atMs);
}

/** A day, short, for instance `3 May 2026` or `May 3, 2026`. */
export function formatDay(atMs: number, region: RegionCode): string {
  return parts(atMs, region, 'day', { day: 'numeric', month: 'short', year: 'numeric' });
}

/** A day, short, with its year only when it is not this one. */
export function formatNearDay(atMs: number, region: RegionCode, nowMs: number): string {
  const isFar =
    nowMs - atMs > 300 * DAY_MS || new Date(atMs).getFullYear() !== new Date(nowMs).getFullYear();
  if (isFar) return formatDay(atMs, region);
  return parts(atMs, region, 'near day', { day: 'numeric', month: 'short' });
}

/** The clock alone. */
export function formatClock(atMs: number, region: RegionCode): string {
  return parts(atMs, region, 'clock', { timeStyle: 'short' });
}

/** A time: the clock today, else the day too. */
export function formatTime(atMs: number, region: RegionCode, nowMs: number): string {
  const clock = formatClock(atMs, region);
  const isToday = new Date(nowMs).toDateString() === new Date(atMs).toDateString();
  return isToday ? clock : `${formatNearDay(atMs, region, nowMs)}, ${clock}`;
}

/**
 * How long ago something was: `now`, `5 min ago`, `3 h ago`, `2 days ago`; from a week on the day. A time that lies
 * ahead (clocks differ) reads as now.
 */
export function formatAge(atMs: number, region: RegionCode, nowMs: number): string {
  const ago = nowMs - atMs;
  if (!(ago >= MINUTE_MS)) return 'now';
  if (ago < HOUR_MS) return `${Math.floor(ago / MINUTE_MS)} min ago`;
  if (ago < DAY_MS) return `${Math.floor(ago / HOUR_MS)} h ago`;
  const days = Math.floor(ago / DAY_MS);
  if (days < WEEK_DAYS) return days === 1 ? '1 day ago' : `${days} days ago`;
  return formatDay(atMs, region);
}
