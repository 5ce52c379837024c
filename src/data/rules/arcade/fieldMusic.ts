/**
 * The music that a field of rifffs is heard in: one tempo, metre and key for all of them and for as long as one flies, so
 * that a loop is rendered once and every voice stays on one grid. A rifff joins at its own tempo, half of it or twice it,
 * whichever is nearest, and is moved by the fewest semitones into the key.
 */
import { MAX_PLAYBACK_RATE, MIN_PLAYBACK_RATE } from '../../contract/constants.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { keyShift } from '../arranging/scales.ts';
import { rifffBars } from '../time/timing.ts';

/** What everything in a field is heard in. */
export interface FieldMusic {
  /** Quarter notes per second. */
  readonly bps: number;
  /** Sixteenths in a bar. */
  readonly barLength: number;
  readonly root: number;
  readonly scale: number;
}

/** A rifff in a field. */
export interface FieldFit {
  /** How many times faster than in its own rifff its loops go round: .5, 1 or 2. */
  readonly rate: number;
  /** Semitones that its pitched loops are moved by. */
  readonly semitones: number;
}

/** Any key can be reached within so many semitones. */
const KEY_RANGE = 6;
/** What an empty field has. */
const PLAIN: FieldMusic = { bps: 2, barLength: 16, root: 0, scale: 0 };
/** Tempos that are tried, in beats per minute. */
const SLOWEST_BPM = 80;
const FASTEST_BPM = 160;
const RATES = [1, 2, 0.5] as const;

/** How far, in octaves, a tempo has to be moved to another one by stretching, half and double being no way at all. */
function stretchOf(from: number, to: number): number {
  const octaves = Math.log2(to / from);
  return Math.min(...RATES.map((rate) => Math.abs(octaves - Math.log2(rate))));
}

function mostOf<T>(values: readonly T[], otherwise: T): T {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let most = otherwise;
  for (const [value, count] of counts) if (count > (counts.get(most) ?? 0)) most = value;
  return most;
}

/**
 * The music of a field: the whole tempo that stretches its rifffs least, its commonest metre, and the key into which
 * they are moved least. The same rifffs in the same order give the same.
 */
export function fieldMusic(rifffs: readonly Rifff[]): FieldMusic {
  if (rifffs.length === 0) return PLAIN;
  let bpm = SLOWEST_BPM;
  let least = Number.POSITIVE_INFINITY;
  for (let tried = SLOWEST_BPM; tried <= FASTEST_BPM; tried++) {
    // What is hardly stretched is not heard: squares leave the far ones to decide.
    const sum = rifffs.reduce((all, { state }) => all + stretchOf(state.bps, tried / 60) ** 2, 0);
    if (sum >= least - 1e-12) continue;
    least = sum;
    bpm = tried;
  }
  const keys = new Map(rifffs.map(({ root, scale }) => [`${root} ${scale}`, { root, scale }]));
  const moved = (key: { root: number; scale: number }) =>
    rifffs.reduce((all, rifff) => all + Math.abs(keyShift(rifff, key, KEY_RANGE)), 0);
  const costs = [...keys.values()].map((key) => ({ key, cost: moved(key) }));
  const { key } = costs.reduce((best, one) => (one.cost < best.cost ? one : best));
  const barLength = mostOf(
    rifffs.map(({ state }) => state.barLength),
    PLAIN.barLength,
  );
  return { bps: bpm / 60, barLength, ...key };
}

/** How a rifff fits a field. Its slots' own rates stay within what a slot can have. */
export function fitInto(rifff: Rifff, music: FieldMusic): FieldFit {
  const rates = rifff.state.playback.flatMap(({ slot }) => slot.current?.playbackRate ?? []);
  const [slowest, fastest] = [Math.min(1, ...rates), Math.max(1, ...rates)];
  const possible = RATES.filter(
    (rate) => rate * slowest >= MIN_PLAYBACK_RATE && rate * fastest <= MAX_PLAYBACK_RATE,
  );
  const octaves = Math.log2(music.bps / rifff.state.bps);
  // A field that is twice as fast plays the loops at half their rate.
  const away = (rate: number) => Math.abs(octaves + Math.log2(rate));
  const rate = possible.reduce((best, one) => (away(one) < away(best) - 1e-9 ? one : best));
  return { rate, semitones: keyShift(rifff, music, KEY_RANGE) };
}

/** Whole bars of a field that a rifff goes round in. */
export function fieldBars(rifff: Rifff, music: FieldMusic): number {
  return Math.max(1, Math.round(rifffBars(rifff) / fitInto(rifff, music).rate));
}
