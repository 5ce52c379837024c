/** Whether, and how, a loop fits a rifff in time and in key, and how it sits among what sounds there. Pure. */
import { LOOP_BANDS } from '../../contract/constants.ts';
import type { Loop } from '../../contract/loop.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { coveredShare, type LoopSound, loopSound } from '../arranging/loopSound.ts';
import {
  isInScale,
  type Key,
  keyShift,
  loopTones,
  scaleNotes,
  UNPITCHED,
} from '../arranging/scales.ts';

/** How a loop is played in a rifff. */
export interface Fit {
  /** Whole semitones that put it in the key. */
  readonly semitones: number;
  /** 0.5, 1 or 2. */
  readonly playbackRate: number;
  /** It keeps its pitch at another tempo. */
  readonly timeStretch: boolean;
}

/** Further than this a loop is not moved: it would sound like another loop. In semitones. */
const MOVE_MOST = 5;
/** By how much a loop is stretched, as a share: smaller differences are left, larger ones too much. */
const STRETCH = { least: 1e-6, most: 0.12 };
/** Share of a measured chroma that has to lie in the key: the rest is overtones and glides. */
const IN_KEY_SHARE = 0.9;
/** Longer than the phrase that it is played in a loop is not, in bars. */
const BARS_MOST = 8;

/** Are the notes of a loop, moved by so many semitones, in a key? What has no pitch is in every key where it is. */
export function isInKey(loop: Loop, category: string, key: Key, semitones: number): boolean {
  const tones = loopTones(loop, category);
  if (tones === null) return semitones % 12 === 0;
  if ('root' in tones) {
    const notes = scaleNotes(tones.root + semitones, tones.scale);
    if (notes.every((note) => isInScale(note, key.root, key.scale))) return true;
  }
  const { chroma } = loop;
  const sum = chroma?.reduce((all, share) => all + share, 0) ?? 0;
  if (!chroma || sum <= 0) return false;
  const inside = chroma.reduce(
    (all, share, at) => all + (isInScale(at + semitones, key.root, key.scale) ? share : 0),
    0,
  );
  return inside / sum >= IN_KEY_SHARE;
}

/** Is anything known of the notes of a loop that has some? */
const hasKnownNotes = ({ root, scale, chroma }: Loop, category: string) =>
  UNPITCHED.has(category) || chroma !== undefined || (root !== undefined && scale !== undefined);

/** Semitones that put a loop in a key; null where none within reach do, or it is unknown. */
function semitonesInto(loop: Loop, category: string, key: Key): number | null {
  if (!hasKnownNotes(loop, category)) return null;
  const tones = loopTones(loop, category);
  const semitones = tones === null ? 0 : keyShift(tones, key, MOVE_MOST);
  return isInKey(loop, category, key, semitones) ? semitones : null;
}

/** Does a pass of so many sixteenths come out with the bars? */
export function isOnBars(pass16ths: number, barLength: number): boolean {
  if (!Number.isInteger(pass16ths) || pass16ths > BARS_MOST * barLength) return false;
  return pass16ths % barLength === 0 || barLength % pass16ths === 0;
}

/** The rate at which a loop is stretched least; null where that is too much, or its passes do not fill bars. */
function paceIn({ barLength, bps }: Rifff['state'], loop: Loop) {
  let best: { playbackRate: number; away: number } | null = null;
  for (const playbackRate of [1, 2, 0.5]) {
    const stretch = (bps * playbackRate) / loop.bps;
    const away = stretch >= 1 ? stretch - 1 : 1 / stretch - 1;
    if (away > STRETCH.most || !isOnBars(loop.length16ths / playbackRate, barLength)) continue;
    if (!best || away < best.away - STRETCH.least) best = { playbackRate, away };
  }
  return best;
}

/** How a loop is played in a rifff; null where it cannot be brought into its key and its time. */
export function fitOf(
  rifff: Pick<Rifff, 'state' | 'root' | 'scale'>,
  loop: Loop,
  category: string = loop.category,
): Fit | null {
  const pace = paceIn(rifff.state, loop);
  const semitones = pace && semitonesInto(loop, category, rifff);
  if (!pace || semitones === null) return null;
  const { playbackRate, away } = pace;
  return { semitones, playbackRate, timeStretch: away > STRETCH.least };
}

/** Linear gain that brings a loop to the level of its category. */
export type MatchGain = (loudnessLufs: number | undefined, category: string) => number;

/** Something that sounds. */
export interface Sounding {
  readonly loop: Loop;
  readonly category: string;
  readonly sound: LoopSound;
  /** Linear, with the matching of levels. */
  readonly gain: number;
}

const sounds = new WeakMap<Loop, Map<number, LoopSound>>();

/** What is known of a loop's sound, worked out once: loops never change. */
export function knownSound(loop: Loop, playbackRate = 1): LoopSound {
  const byRate = sounds.get(loop) ?? new Map<number, LoopSound>();
  sounds.set(loop, byRate);
  const sound = byRate.get(playbackRate) ?? loopSound(loop, playbackRate);
  byRate.set(playbackRate, sound);
  return sound;
}

/** A loop as it would sound in a slot. */
export function sounding(
  loop: Loop,
  { category, gain, playbackRate }: { category: string; gain: number; playbackRate: number },
  matchGain: MatchGain,
): Sounding {
  const matched = gain * matchGain(loop.loudnessLufs, category);
  return { loop, category, sound: knownSound(loop, playbackRate), gain: matched };
}

/** What sounds in a rifff: slots that are on, whose loops are known. */
export function soundingIn(rifff: Rifff, matchGain: MatchGain): Sounding[] {
  return rifff.state.playback.flatMap(({ slot: { current } }) => {
    const loop = current?.on && rifff.loops.find(({ _id }) => _id === current.currentLoop);
    if (!current || !loop) return [];
    const category = current.category ?? loop.category;
    const { gain, playbackRate } = current;
    return [sounding(loop, { category, gain, playbackRate }, matchGain)];
  });
}

/** Share of what sounds in a loop that lies under others in the same band at the same time, 0 to 1. */
export const maskingOf = (one: Sounding, others: readonly Sounding[]): number =>
  coveredShare(one.sound, one.gain, others);

/** The same answer for the same sound, worked out once. */
function onceFor<T>(work: (sound: LoopSound) => T): (sound: LoopSound) => T {
  const known = new WeakMap<LoopSound, T>();
  return (sound) => {
    const found = known.get(sound) ?? work(sound);
    known.set(sound, found);
    return found;
  };
}

/** Power by step, all bands together. */
const stepPower = onceFor(({ steps }) => {
  const perBand = steps.length / LOOP_BANDS;
  const sum = new Float32Array(perBand);
  for (let at = 0; at < steps.length; at++) sum[at % perBand]! += steps[at]!;
  return sum;
});

/** A step begins a note where the power rises by so much, and is no whisper beside the loudest. */
const RISE = 1.6;
const WHISPER = 0.1;

/** Which of the steps begin a note. */
const onsetsOf = onceFor((sound): boolean[] => {
  const power = stepPower(sound);
  const most = Math.max(...power);
  return Array.from(power, (now, at) => {
    const before = power[(at + power.length - 1) % power.length]!;
    return now > WHISPER * most && now > RISE * before;
  });
});

/** Notes begin in every other step: that is as busy as it gets. */
const BUSY_SHARE = 0.5;

/** How busy sounds are together, 0 (nothing begins) to 1. */
export function densityOf(sounds: readonly LoopSound[]): number {
  const onsets = sounds.map(onsetsOf);
  const steps = onsets[0]?.length ?? 1;
  let count = 0;
  for (let at = 0; at < steps; at++) if (onsets.some((one) => one[at])) count += 1;
  return Math.min(1, count / steps / BUSY_SHARE);
}

/** Quieter than this share of its loudest step a ring leaves a gap. */
const GAP = 0.15;

/** How much of a sound falls into the gaps of another, 0 to 1; a half where that leaves none, or nothing but. */
export function gapShare(sound: LoopSound, called: LoopSound): number {
  const [own, theirs] = [stepPower(sound), stepPower(called)];
  const most = Math.max(...theirs);
  let [inGaps, all, gaps] = [0, 0, 0];
  for (let at = 0; at < own.length; at++) {
    const isGap = theirs[at]! < GAP * most;
    if (isGap) gaps += 1;
    if (isGap) inGaps += own[at]!;
    all += own[at]!;
  }
  const share = gaps / own.length;
  return share < 0.1 || share > 0.9 || all === 0 ? 0.5 : inGaps / all;
}
