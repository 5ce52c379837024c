import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import {
  formatAge,
  formatClock,
  formatDay,
  formatDays,
  formatNearDay,
  formatNumber,
  formatTime,
} from '../../data/rules/site/locale.ts';
import { locale } from '../../data/stores/locale.ts';

/** Times (milliseconds since the epoch) and numbers as the visitor's region writes them. */
export interface RegionText {
  /** How long ago, for instance `5 min ago`; from a week on the date. */
  age(atMs: number): string;
  /** The clock of its day. */
  clock(atMs: number): string;
  /** A day with its year. */
  date(atMs: number): string;
  /** A day, with its year where that is not clear. */
  day(atMs: number): string;
  /** Days in UTC from one to the last before another. */
  days(startMs: number, endMs: number): string;
  /** The clock today, else the day before it. */
  time(atMs: number): string;
  number(value: number): string;
  /** So many things: `1 rifff`, `1,200 rifffs`. */
  count(value: number, thing: string): string;
}

/** The words of the region that is chosen now. */
export function useRegionText(): RegionText {
  const { region } = useSnapshot(locale);
  return useMemo(
    () => ({
      age: (atMs) => formatAge(atMs, region, Date.now()),
      clock: (atMs) => formatClock(atMs, region),
      date: (atMs) => formatDay(atMs, region),
      day: (atMs) => formatNearDay(atMs, region, Date.now()),
      days: (startMs, endMs) => formatDays(startMs, endMs, region),
      time: (atMs) => formatTime(atMs, region, Date.now()),
      number: (value) => formatNumber(value, region),
      count: (value, thing) =>
        value === 1 ? `1 ${thing}` : `${formatNumber(value, region)} ${thing}s`,
    }),
    [region],
  );
}
