import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { ageText, dateText, dayText, timeText } from '../../data/rules/age.ts';
import { formatNumber } from '../../data/rules/locale.ts';
import { locale } from '../../data/stores/locale.ts';

/** Times (milliseconds since the epoch) and numbers as the visitor's region writes them. */
export interface RegionText {
  /** How long ago, for instance `5 min`; from a week on the date. */
  age(atMs: number): string;
  /** A day with its year. */
  date(atMs: number): string;
  /** A day, with its year where that is not clear. */
  day(atMs: number): string;
  /** The clock today, else the day before it. */
  time(atMs: number): string;
  number(value: number): string;
}

/** The words of the region that is chosen now. */
export function useRegionText(): RegionText {
  const { region } = useSnapshot(locale);
  return useMemo(
    () => ({
      age: (atMs) => ageText(atMs, region),
      date: (atMs) => dateText(atMs, region),
      day: (atMs) => dayText(atMs, region),
      time: (atMs) => timeText(atMs, region),
      number: (value) => formatNumber(value, region),
    }),
    [region],
  );
}
