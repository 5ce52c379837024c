/**
 * Arranging: which loops make a rifff that sounds well, at which gains, and how one rifff answers another.
 * Pure; chance comes in as a function, so that a seed repeats a rifff. Levels are estimated from the stored
 * analysis of the loops (`loopSound.ts`).
 */
import type { LibraryCategory } from '../contract/categories.ts';
import { LOOP_BANDS, MAX_LOOPS_PER_RIFFF } from '../contract/constants.ts';
import type { Loop } from '../contract/loop.ts';
import type { PlaybackSlot } from '../contract/rifff.ts';
import { type Chance, isLibraryCategory, RING_ORDER } from './loopChoice.ts';
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

/** Up to eight voices in the order of their rings, the inside first; one voice for each part. */
export type Arrangement = readonly Voice[];

/**
 * Where a part stands against the level that its category aims at, in dB: rhythm in front, colours behind, and
 * all of them low enough that the peaks of a full mix seldom reach a limiter.
 */
const PRESENCE_DB: Readonly<Record<LibraryCategory, number>> = {
  drums: -2,
  bass: -2.5,
  vocals: -2.5,
  chords: -3,
  pads: -3,
  perc: -3.5,
  leads: -4,
  fx: -4.5,
};
/** Kick and bass belong together: neither draws back, and neither counts as covering the other. */
const RHYTHM: ReadonlySet<string> = new Set(['drums', 'bass']);
/** How far any other new part may draw back to leave room, in dB, and by which step. */
const MAX_YIELD_DB = 4;
const YIELD_STEP_DB = 1;

/** Parts with a pitch, which cover each other when they are as loud in the same band. */
const PITCHED: ReadonlySet<string> = new Set(['bass', 'chords', 'pads', 'leads', 'vocals', 'fx']);
/** The two loudest pitched parts of a band are at least this far apart, in dB … */
export const BAND_GAP_DB = 1;
/** … wherever the second is louder than this, in LUFS of its band alone. */
export const BAND_LOUD_LUFS = -26.5;
/** Estimated loudness of a rifff whose drums are on, and the least of a breakdown, in LUFS. */
export const MIX_MIN_LUFS = -16.5;
export const MIX_MAX_LUFS = -13;
export const BREAKDOWN_MIN_LUFS = -20;
/** Most of a part that may lie under the others. */
const MAX_COVERED = 0.85;
const MIN_ON = 2;
/** What chance may outweigh when loops are compared, as a share that is covered. */
const LUCK = 0.5;

const lufsOf = (power: number) => 10 * Math.log10(Math.max(power, 1e-12));
const ratio = (db: number) => 10 ** (db / 20);

const sounds = new WeakMap<Loop, Map<number, LoopSound>>();

/** The sound of a loop at a rate; worked out once, since loops never change. */
function soundOf({ loop, playbackRate }: Pick<Voice, 'loop' | 'playbackRate'>): LoopSound {
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

const arePair = (a: string, b: string) => RHYTHM.has(a) && RHYTHM.has(b);
const heard = (voices: Arrangement) => voices.filter(({ isOn }) => isOn);
const mixable = (voices: Arrangement) =>
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
export function mostCovered(voices: Arrangement): number {
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
  if (on.length < MIN_ON) faults.push('nearly nothing is on');
  const lufs = mixLufs(voices);
  const hasDrums = on.some(({ part }) => part === 'drums');
  if (lufs < (hasDrums ? MIX_MIN_LUFS : BREAKDOWN_MIN_LUFS)) faults.push('too soft');
  if (lufs > MIX_MAX_LUFS) faults.push('too loud');
  if (bandGapsDb(voices).some((gap) => gap < BAND_GAP_DB)) faults.push('two are loud in one band');
  // The costly one last, and only where it decides.
  if (faults.length === 0 && mostCovered(voices) > MAX_COVERED) faults.push('one covers another');
  return faults;
}

const ring = ({ part }: Voice) => RING_ORDER.indexOf(part);
const inRings = (voices: readonly Voice[]): Arrangement =>
  [...voices].sort((a, b) => ring(a) - ring(b));

/** What arranging needs besides the loops. */
export interface Taste {
  /** Loops to choose from; all of them fit each other in key, and in tempo at the rate that `rateOf` says. */
  readonly pool: readonly Loop[];
  /** Loudness that a category aims at, in LUFS. */
  readonly targetLufs: (category: string) => number;
  readonly rateOf: (loop: Loop) => number;
  readonly chance: Chance;
}

function voiceOf(loop: Loop, part: LibraryCategory, taste: Taste, yieldDb: number): Voice {
  const target = taste.targetLufs(part);
  const matchedDb = target - (loop.loudnessLufs ?? target) + PRESENCE_DB[part] - yieldDb;
  const gain = Math.round(100 * ratio(matchedDb)) / 100;
  return { loop, part, gain, isOn: true, playbackRate: taste.rateOf(loop) };
}

/** Loops of a part that the arrangement does not hold, those that fit best between the others first. */
function candidates(voices: Arrangement, part: LibraryCategory, taste: Taste): Loop[] {
  const held = new Set(voices.map(({ loop }) => loop._id));
  const others = mixable(
    heard(voices).filter((voice) => voice.part !== part && !arePair(voice.part, part)),
  );
  return taste.pool
    .filter((loop) => loop.category === part && !held.has(loop._id))
    .map((loop) => {
      const voice = voiceOf(loop, part, taste, 0);
      // A little chance, so that the same bed does not always get the same answer.
      const luck = LUCK * taste.chance();
      return { loop, cost: coveredShare(soundOf(voice), voice.gain, others) + luck };
    })
    .sort((a, b) => a.cost - b.cost)
    .map(({ loop }) => loop);
}

/**
 * Adds a part, or puts another loop in the place of the one that it has. The new voice is matched in level and
 * draws back as far as it must to leave room. Null when no loop of the pool fits.
 */
export function withPart(
  voices: Arrangement,
  part: LibraryCategory,
  taste: Taste,
): Arrangement | null {
  const others = voices.filter((voice) => voice.part !== part);
  const most = RHYTHM.has(part) ? 0 : MAX_YIELD_DB;
  for (const loop of candidates(voices, part, taste)) {
    for (let yieldDb = 0; yieldDb <= most; yieldDb += YIELD_STEP_DB) {
      const made = inRings([...others, voiceOf(loop, part, taste, yieldDb)]);
      if (arrangementFaults(made).length === 0) return made;
    }
  }
  return null;
}

/** Takes a part out. Null when it has none, or when what is left may not be heard. */
export function withoutPart(voices: Arrangement, part: LibraryCategory): Arrangement | null {
  const made = voices.filter((voice) => voice.part !== part);
  return made.length < voices.length && arrangementFaults(made).length === 0 ? made : null;
}

/** Turns parts on or off. Null when that changes nothing, or when the result may not be heard. */
export function withSwitched(
  voices: Arrangement,
  parts: readonly LibraryCategory[],
  isOn: boolean,
): Arrangement | null {
  const isChanged = voices.some((voice) => parts.includes(voice.part) && voice.isOn !== isOn);
  if (!isChanged) return null;
  const made = voices.map((voice) => (parts.includes(voice.part) ? { ...voice, isOn } : voice));
  return arrangementFaults(made).length === 0 ? made : null;
}

/** A rhythm section to start from: drums and a bass under them. Null when the pool has none that fit. */
export function rhythmSection(taste: Taste): Arrangement | null {
  const drums = taste.pool.filter((loop) => loop.category === 'drums');
  const first = drums[Math.floor(taste.chance() * drums.length)];
  if (!first) return null;
  return withPart([voiceOf(first, 'drums', taste, 0)], 'bass', taste);
}

/** Number of parts in which two arrangements differ: another loop, gain or switch, or only one has it. */
export function differingParts(a: Arrangement, b: Arrangement): number {
  const text = (voice: Voice) =>
    [voice.part, voice.loop._id, voice.gain, voice.isOn, voice.playbackRate].join(' ');
  const left = new Set(a.map(text));
  const right = new Set(b.map(text));
  const parts = [
    ...a.filter((one) => !right.has(text(one))),
    ...b.filter((one) => !left.has(text(one))),
  ];
  return new Set(parts.map(({ part }) => part)).size;
}

/** The eight slots of a rifff that plays an arrangement. */
export function arrangedSlots(voices: Arrangement): PlaybackSlot[] {
  return Array.from({ length: MAX_LOOPS_PER_RIFFF }, (_, at) => {
    const voice = voices[at];
    if (!voice) return { slot: { current: null } };
    return {
      slot: {
        current: {
          currentLoop: voice.loop._id,
          gain: voice.gain,
          on: voice.isOn,
          type: 'Looper' as const,
          category: voice.part,
          playbackRate: voice.playbackRate,
          pitchShiftSettings: { shiftSemitones: 0, timeStretch: false },
        },
      },
    };
  });
}

/** The parts that a pool offers, each once. */
export function partsOf(pool: readonly Loop[]): LibraryCategory[] {
  return [...new Set(pool.map(({ category }) => category).filter(isLibraryCategory))];
}
