/**
 * Arranging: which loops make a rifff that sounds well, at which gains, and how one rifff answers another.
 * Pure; chance comes in as a function, so that a seed repeats a rifff.
 */
import type { LibraryCategory } from '../../contract/categories.ts';
import { MAX_GAIN, MAX_LOOPS_PER_RIFFF } from '../../contract/constants.ts';
import type { Loop } from '../../contract/loop.ts';
import type { PlaybackSlot } from '../../contract/rifff.ts';
import { type Chance, isLibraryCategory } from '../draft/loopChoice.ts';
import {
  type Arrangement,
  arePair,
  arrangementFaults,
  heard,
  mixable,
  RHYTHM,
  soundOf,
  type Voice,
} from './arrangement.ts';
import { coveredShare } from './loopSound.ts';

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
/** Where a part stands in a full mix, in dB against the level that its category aims at. */
export const presenceInFull = (part: LibraryCategory): number => PRESENCE_DB[part];

/** How far any other new part may draw back to leave room, in dB, and by which step. */
const MAX_YIELD_DB = 4;
const YIELD_STEP_DB = 1;
/** How far in front of its place or behind it chance puts a part, in dB; the rhythm section stays. */
const LEANS_DB = [-4, -2, 0, 0, 1.5] as const;
/** What chance may outweigh when loops are compared, as a share that is covered. */
const LUCK = 0.5;

const ratio = (db: number) => 10 ** (db / 20);

/** The voice in the place of the one of its part; a new part comes outside. */
function withVoice(voices: Arrangement, made: Voice): Arrangement {
  const at = voices.findIndex(({ part }) => part === made.part);
  return at < 0 ? [...voices, made] : voices.with(at, made);
}

/** What arranging needs besides the loops. */
export interface Taste {
  /** Loops to choose from; all of them fit each other in key, and in tempo at the rate that `rateOf` says. */
  readonly pool: readonly Loop[];
  /** Loudness that a category aims at, in LUFS. */
  readonly targetLufs: (category: string) => number;
  readonly rateOf: (loop: Loop) => number;
  readonly chance: Chance;
  /** Voices at most; left out, as many as a rifff has slots. */
  readonly most?: number;
  /** Where a part stands against the level that its category aims at, in dB; left out, as in a full mix. */
  readonly presenceDb?: (part: LibraryCategory) => number;
}

function voiceOf(loop: Loop, part: LibraryCategory, taste: Taste, yieldDb: number): Voice {
  const target = taste.targetLufs(part);
  const presenceDb = (taste.presenceDb ?? presenceInFull)(part);
  const matchedDb = target - (loop.loudnessLufs ?? target) + presenceDb - yieldDb;
  const gain = Math.min(MAX_GAIN, Math.round(100 * ratio(matchedDb)) / 100);
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
 * Adds a part outside, or puts another loop in the place of the one that it has. The new voice is matched in level,
 * leans forward or back as chance has it, and draws back as far as it must to leave room. Null when no loop of the pool fits.
 */
export function withPart(
  voices: Arrangement,
  part: LibraryCategory,
  taste: Taste,
): Arrangement | null {
  const isRhythm = RHYTHM.has(part);
  const most = isRhythm ? 0 : MAX_YIELD_DB;
  const leanDb = isRhythm ? 0 : LEANS_DB[Math.floor(taste.chance() * LEANS_DB.length)]!;
  for (const loop of candidates(voices, part, taste)) {
    for (let yieldDb = -leanDb; yieldDb <= most; yieldDb += YIELD_STEP_DB) {
      const made = withVoice(voices, voiceOf(loop, part, taste, yieldDb));
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

/**
 * Something to start from: these parts, the first innermost, and the first loop of them by chance alone. Null when
 * the pool has none that fit each other.
 *
 * @param parts at least one
 */
export function openingOf(parts: readonly LibraryCategory[], taste: Taste): Arrangement | null {
  const [first, ...others] = parts;
  const loops = taste.pool.filter((loop) => loop.category === first);
  const begin = Math.floor(taste.chance() * loops.length);
  // What stands alone may be too soft, and two may not fit each other: then another one begins.
  for (let tried = 0; tried < loops.length; tried++) {
    const loop = loops[(begin + tried) % loops.length]!;
    let voices: Arrangement | null = [voiceOf(loop, first!, taste, 0)];
    for (const part of others) voices = voices && withPart(voices, part, taste);
    if (voices && arrangementFaults(voices).length === 0) return voices;
  }
  return null;
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
