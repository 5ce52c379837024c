/** Moods to listen to, found in what the server stored about each rifff: tempo, key, rings, loudness, brightness. */
import type { Rifff } from '../../contract/rifff.ts';
import { SCALES } from '../../contract/scales.ts';
import { NOTHING_ASKED, type SearchAsked } from '../search/address.ts';

export type MoodId = 'calm' | 'bright' | 'dark' | 'driving' | 'sparse' | 'full';

/** What a mood asks for; what is left out does not matter. Levels are shares of what there is: 0 the least, 1 the most. */
export interface Mood {
  readonly id: MoodId;
  readonly title: string;
  /** Quarter notes a minute, from and to. */
  readonly bpm?: readonly [from: number, to: number];
  /** Rings that sound. */
  readonly density?: number;
  readonly brightness?: number;
  /** Loudness of all of it, as its maker left it. */
  readonly magnitude?: number;
  /** The third of its scale. */
  readonly third?: 'minor' | 'major';
}

export const MOODS: readonly Mood[] = [
  { id: 'calm', title: 'Calm', bpm: [50, 96], magnitude: 0, density: 0.3 },
  { id: 'bright', title: 'Bright', brightness: 1, third: 'major' },
  { id: 'dark', title: 'Dark', brightness: 0, third: 'minor' },
  { id: 'driving', title: 'Driving', bpm: [118, 150], magnitude: 1, density: 0.8 },
  { id: 'sparse', title: 'Sparse', density: 0 },
  { id: 'full', title: 'Full', density: 1, magnitude: 1 },
];

/** The mood with an id; calm when there is none. */
export function moodOf(id: string | null): Mood {
  return MOODS.find((mood) => mood.id === id) ?? MOODS[0]!;
}

/**
 * What the index of search has of a mood, over everything that is shared: its tempo, else the scale that people have in
 * mind for its third. Brightness, loudness and rings are in no index.
 */
export function moodAsked({ bpm, third }: Mood): SearchAsked {
  if (bpm) return { ...NOTHING_ASKED, tempoMin: `${bpm[0]}`, tempoMax: `${bpm[1]}` };
  if (!third) return NOTHING_ASKED;
  const name = third === 'minor' ? 'Minor' : 'Major';
  return { ...NOTHING_ASKED, scale: `${SCALES.findIndex((scale) => scale.name === name)}` };
}

/** So far outside its range a tempo no longer fits at all, in quarter notes a minute. */
const TEMPO_SLACK_BPM = 30;
/** What fits worse than this is left out, as long as enough is left. */
const LEAST_FIT = 0.6;
const LEAST_COUNT = 8;

const ringsOf = ({ state }: Rifff) =>
  state.playback.filter(({ slot }) => slot.current?.on === true && slot.current.gain > 0).length;

/** 0 to 1 for the place of each value among all of them, equal ones in the middle of theirs; ½ where it is not known. */
export function sharesOf(values: readonly (number | undefined)[]): number[] {
  const known = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  return values.map((value) => {
    if (value === undefined || known.length < 2) return 0.5;
    const first = known.indexOf(value);
    const last = known.lastIndexOf(value);
    return (first + last) / 2 / (known.length - 1);
  });
}

function tempoFit(bps: number, [from, to]: readonly [number, number]): number {
  const bpm = 60 * bps;
  const off = Math.max(0, from - bpm, bpm - to);
  return Math.max(0, 1 - off / TEMPO_SLACK_BPM);
}

/** A scale with neither third, or with both, fits either half. */
function thirdFit(scale: number, third: 'minor' | 'major'): number {
  const steps = SCALES[scale]?.steps ?? [];
  const [has, other] = third === 'minor' ? [3, 4] : [4, 3];
  if (steps.includes(has) === steps.includes(other)) return 0.5;
  return steps.includes(has) ? 1 : 0;
}

/**
 * How well each rifff fits a mood, 0 to 1: the mean of what the mood asks for. Levels are compared within the list, for
 * what is loud or bright depends on what else there is.
 */
export function moodFits(rifffs: readonly Rifff[], mood: Mood): number[] {
  const density = sharesOf(rifffs.map(ringsOf));
  const brightness = sharesOf(rifffs.map((rifff) => rifff.brightness));
  const magnitude = sharesOf(rifffs.map((rifff) => rifff.magnitude));
  const near = (wanted: number | undefined, share: number) =>
    wanted === undefined ? [] : [1 - Math.abs(wanted - share)];
  return rifffs.map((rifff, at) => {
    const fits = [
      ...(mood.bpm ? [tempoFit(rifff.state.bps, mood.bpm)] : []),
      ...(mood.third ? [thirdFit(rifff.scale, mood.third)] : []),
      ...near(mood.density, density[at]!),
      ...near(mood.brightness, brightness[at]!),
      ...near(mood.magnitude, magnitude[at]!),
    ];
    return fits.reduce((sum, fit) => sum + fit, 0) / Math.max(1, fits.length);
  });
}

/** Those that fit a mood, the best first, equal ones in the order given; at least eight where there are as many. */
export function moodOrder<T extends { readonly rifff: Rifff }>(
  list: readonly T[],
  mood: Mood,
): T[] {
  const fits = moodFits(
    list.map(({ rifff }) => rifff),
    mood,
  );
  const ranked = list.map((one, at) => ({ one, fit: fits[at]! }));
  ranked.sort((a, b) => b.fit - a.fit);
  return ranked.filter(({ fit }, at) => fit >= LEAST_FIT || at < LEAST_COUNT).map(({ one }) => one);
}
