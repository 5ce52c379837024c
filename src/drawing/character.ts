/**
 * What a rifff says of its sound while it stands still: its tempo by the size of its hole, its brightness by the depth
 * of its cuts, and how busy each loop is by the number of its cells. Rules in docs/decisions/ring-profile.md.
 */

import type { CategorySlug } from '../data/contract/categories.ts';
import { bandCentre } from '../data/contract/loopData.ts';
import { type BriefRing, briefPeaks } from './briefPeaks.ts';

/** Tempo and brightness of a rifff, 0 to 1 each; a half is drawn as a rifff of which nothing is known. */
export interface RifffCharacter {
  readonly tempo: number;
  readonly brightness: number;
}

/** A rifff of which nothing is known. */
export const PLAIN_CHARACTER: RifffCharacter = { tempo: 0.5, brightness: 0.5 };

/** Quarter notes per minute that are 0 and 1. */
const SLOWEST_BPM = 60;
const FASTEST_BPM = 180;
/** Centres of the bands that are 0 and 1: a bass with a kick, and voices with hats. */
const DARKEST = 0.1;
const BRIGHTEST = 0.5;
/** Radius of the hole in the middle of the range, and how far the slowest widens it. */
const HOLE = 0.15;
const HOLE_REACH = 1.4;
/** How far the brightest deepens the cuts, and the darkest makes them shallower. */
const DEPTH_REACH = 1.35;
/** The value of a loop that was not measured. */
const UNMEASURED_LUFS = -18;

/** Strokes that loops of a kind have in eight bars, about: the middle of the starter library. */
const USUAL_STROKES: Readonly<Record<CategorySlug, number>> = {
  drums: 45,
  bass: 28,
  leads: 26,
  vocals: 12,
  perc: 55,
  pads: 10,
  chords: 37,
  fx: 4.5,
  audio: 45,
  '?': 45,
};
/** A rise by this share of all that a loop rises is a stroke. */
const STROKE_RISE = 0.25;
/** Bytes between the softest and the loudest of a loop below which it has no strokes. */
const STEADY_BYTES = 20;

const clamp01 = (x: number) => Math.min(1, Math.max(0, x));

/** How loud and how bright a voice of a rifff is. */
export interface CharacterVoice {
  /** Linear, 0–2. */
  readonly gain: number;
  /** Integrated loudness of its loop, when it was measured. */
  readonly loudnessLufs?: number | undefined;
  /** 0–1, or null when it is not known. */
  readonly brightness: number | null;
}

/**
 * Brightness of a loop, 0 to 1 with three decimals: from its band envelopes, else as a list carries it, else null.
 *
 * @param stored what a list carries in the place of the envelopes
 */
export function loopBrightness(bands: Uint8Array, stored?: number): number | null {
  const centre = bandCentre(bands) ?? stored ?? null;
  return centre === null ? null : Math.round(clamp01(centre) * 1000) / 1000;
}

/**
 * Character of a rifff. Voices count by the amplitude of their loudness with gain; muted ones count as if they were
 * on, so that a mute changes one ring and not all of them.
 *
 * @param bps quarter notes per second
 */
export function rifffCharacter(bps: number, voices: readonly CharacterVoice[]): RifffCharacter {
  const octaves = Math.log2((60 * bps) / SLOWEST_BPM) / Math.log2(FASTEST_BPM / SLOWEST_BPM);
  let total = 0;
  let weighted = 0;
  for (const { gain, loudnessLufs = UNMEASURED_LUFS, brightness } of voices) {
    if (brightness === null) continue;
    const amplitude = gain * 10 ** (loudnessLufs / 20);
    total += amplitude;
    weighted += amplitude * brightness;
  }
  const centre = total > 0 ? weighted / total : (DARKEST + BRIGHTEST) / 2;
  return {
    tempo: clamp01(octaves),
    brightness: clamp01((centre - DARKEST) / (BRIGHTEST - DARKEST)),
  };
}

/** Radius of the hole as a share of the rifff's: .21 for the slowest, .107 for the fastest. */
export function holeOf({ tempo }: RifffCharacter): number {
  return HOLE * HOLE_REACH ** (1 - 2 * tempo);
}

/** What the depth of every cut is multiplied by: .74 for the darkest, 1.35 for the brightest. */
export function depthOf({ brightness }: RifffCharacter): number {
  return DEPTH_REACH ** (2 * brightness - 1);
}

/** Strokes in one pass: rises from a valley by a quarter of the loop's range, going round. */
function countStrokes(peaks: Uint8Array): number {
  let start = 0;
  let highest = 0;
  for (let at = 0; at < peaks.length; at++) {
    if (peaks[at]! < peaks[start]!) start = at;
    highest = Math.max(highest, peaks[at]!);
  }
  const range = highest - (peaks[start] ?? 0);
  if (range < STEADY_BYTES) return 0;
  let strokes = 0;
  let isUp = false;
  let turning = peaks[start]!;
  for (let at = 1; at <= peaks.length; at++) {
    const value = peaks[(start + at) % peaks.length]!;
    const isOn = isUp ? value > turning : value < turning;
    if (isOn) turning = value;
    else if (Math.abs(value - turning) >= STROKE_RISE * range) {
      isUp = !isUp;
      turning = value;
      if (isUp) strokes += 1;
    }
  }
  return strokes;
}

const known = new WeakMap<Uint8Array, Map<string, number>>();

/**
 * How busy a ring is for its kind, 0 to 1: its strokes in a turn against the usual ones, a half being as many;
 * undefined when its peaks are not known. Counted on the short profile that lists carry, so that both give the same.
 */
export function ringDensity(ring: BriefRing): number | undefined {
  const { peaks, category, repeats } = ring;
  if (peaks.length === 0 || !(repeats > 0)) return undefined;
  let own = known.get(peaks);
  if (!own) {
    own = new Map();
    known.set(peaks, own);
  }
  const key = `${category} ${repeats}`;
  let density = own.get(key);
  if (density === undefined) {
    const strokes = Math.max(1, countStrokes(briefPeaks(ring))) * repeats;
    density = clamp01(0.5 + Math.log2(strokes / USUAL_STROKES[category]) / 3);
    own.set(key, density);
  }
  return density;
}
