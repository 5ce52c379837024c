/**
 * What an arrangement is, how loud it is and what is wrong with it. Pure; levels are estimated from the stored
 * analysis of the loops (`loopSound.ts`).
 */
import type { LibraryCategory } from '../../contract/categories.ts';
import { LOOP_BANDS, MAX_LOOPS_PER_RIFFF } from '../../contract/constants.ts';
import type { Loop } from '../../contract/loop.ts';
import { coveredShare, type LoopSound, loopSound } from './loopSound.ts';

/** One loop in an arrangement. */
export interface Voice {
  readonly loop: Loop;
  readonly part: LibraryCategory;
  /** Linear. */
  readonly gain: number;
  readonly isOn: boolean;
  readonly playbackRate: number;
}

/** Up to eight voices in the order of their slots, the first to come innermost; one voice for each part. */
export type Arrangement = readonly Voice[];

/** Kick and bass belong together: neither draws back, and neither counts as covering the other. */
export const RHYTHM: ReadonlySet<string> = new Set(['drums', 'bass']);

/** Parts with a pitch, which cover each other when they are as loud in the same band. */
const PITCHED: ReadonlySet<string> = new Set(['bass', 'chords', 'pads', 'leads', 'vocals', 'fx']);
/** The two loudest pitched parts of a band are at least this far apart, in dB … */
export const BAND_GAP_DB = 1;
/** … wherever the second is louder than this, in LUFS of its band alone. */
const BAND_LOUD_LUFS = -26.5;
/** Estimated loudness of a rifff whose drums are on, and the least of a breakdown, in LUFS. */
const MIX_MIN_LUFS = -16.5;
const MIX_MAX_LUFS = -13;
const BREAKDOWN_MIN_LUFS = -20;
/** Most of a part that may lie under the others. */
const MAX_COVERED = 0.85;
/** Voices that stay on at least where there are as many. */
const MIN_ON = 2;

const lufsOf = (power: number) => 10 * Math.log10(Math.max(power, 1e-12));

const sounds = new WeakMap<Loop, Map<number, LoopSound>>();

/** The sound of a loop at a rate; worked out once, since loops never change. */
export function soundOf({ loop, playbackRate }: Pick<Voice, 'loop' | 'playbackRate'>): LoopSound {
  let rates = sounds.get(loop);
  if (!rates) {
    rates = new Map();
    sounds.set(loop, rates);
  }
  let sound = rates.get(playbackRate);
  if (!sound) {
    sound = loopSound(loop, playbackRate);
    rates.set(playbackRate, sound);
  }
  return sound;
}

/** Do two parts leave each other as they are? */
export const arePair = (a: string, b: string) => RHYTHM.has(a) && RHYTHM.has(b);
/** The voices that are on. */
export const heard = (voices: Arrangement) => voices.filter(({ isOn }) => isOn);
/** Sounds and gains, as `coveredShare` takes them. */
export const mixable = (voices: Arrangement) =>
  voices.map((voice) => ({ sound: soundOf(voice), gain: voice.gain }));

/** Estimated loudness of what is on, in LUFS: powers add. Silence is −120. */
export function mixLufs(voices: Arrangement): number {
  return lufsOf(
    mixable(heard(voices)).reduce((sum, one) => sum + one.sound.power * one.gain ** 2, 0),
  );
}

/** How far in each band the loudest pitched part stands above the next, in dB; Infinity where that one is soft. */
export function bandGapsDb(voices: Arrangement): number[] {
  const pitched = mixable(heard(voices).filter(({ part }) => PITCHED.has(part)));
  return Array.from({ length: LOOP_BANDS }, (_, band) => {
    const levels = pitched
      .map(({ sound, gain }) => lufsOf((sound.bandPowers[band] ?? 0) * gain ** 2))
      .sort((a, b) => b - a);
    const [first = -120, second = -120] = levels;
    return second > BAND_LOUD_LUFS ? first - second : Number.POSITIVE_INFINITY;
  });
}

/** How much of the voice that the others cover most lies under them, 0 to 1. */
function mostCovered(voices: Arrangement): number {
  const on = heard(voices);
  const shares = on.map((voice) => {
    if (voice.part === 'drums') return 0;
    const others = on.filter((other) => other !== voice && !arePair(other.part, voice.part));
    return coveredShare(soundOf(voice), voice.gain, mixable(others));
  });
  return Math.max(0, ...shares);
}

/** What is wrong with an arrangement, in plain words; empty when it may be heard. */
export function arrangementFaults(voices: Arrangement): string[] {
  const faults: string[] = [];
  const parts = voices.map(({ part }) => part);
  if (voices.length > MAX_LOOPS_PER_RIFFF) faults.push('more than eight loops');
  if (new Set(parts).size < parts.length) faults.push('a part stands twice');
  const on = heard(voices);
  if (on.length < Math.min(MIN_ON, voices.length)) faults.push('nearly nothing is on');
  const lufs = mixLufs(voices);
  const hasDrums = on.some(({ part }) => part === 'drums');
  if (lufs < (hasDrums ? MIX_MIN_LUFS : BREAKDOWN_MIN_LUFS)) faults.push('too soft');
  if (lufs > MIX_MAX_LUFS) faults.push('too loud');
  if (bandGapsDb(voices).some((gap) => gap < BAND_GAP_DB)) faults.push('two are loud in one band');
  // The costly one last, and only where it decides.
  if (faults.length === 0 && mostCovered(voices) > MAX_COVERED) faults.push('one covers another');
  return faults;
}
