/**
 * What sounds well, in whole hundredths: how near to the beat, how near in key and tempo, how much room is left. Only
 * sums, products, quotients and rounding, which every machine does alike to the bit.
 */
import type { FieldLoop, Mission } from '../../contract/arcade.ts';
import { isInScale, keyShift } from '../arranging/scales.ts';

/** The pulse that people move to, in quarter notes per second: 75 to 150 a minute, by halving or doubling. */
const PULSE_MIN_BPS = 1.25;

/** Beats per second that a mission is placed to. */
export function pulseBps({ bps }: Pick<Mission, 'bps'>): number {
  let pulse = bps;
  while (pulse >= 2 * PULSE_MIN_BPS) pulse /= 2;
  while (pulse < PULSE_MIN_BPS) pulse *= 2;
  return pulse;
}

/** Length of a beat of the pulse in ms. */
export const beatMs = (mission: Pick<Mission, 'bps'>): number => 1000 / pulseBps(mission);

/** Length of a bar in ms: four beats of the pulse. */
export const barMs = (mission: Pick<Mission, 'bps'>): number => 4 * beatMs(mission);

/** So near to the beat counts as on it: the rest cannot be heard (and no screen shows it). In ms. */
const ON_BEAT_MS = 45;
/** So far from it is beside it. */
const BESIDE_MS = 160;

/** Within so much of the beat a placing counts as on it (half the points of timing), in ms. */
export const NEAR_BEAT_MS = (ON_BEAT_MS + BESIDE_MS) / 2;

/** Signed distance of a time from the nearest beat in ms: negative is early. */
export function beatOffsetMs(mission: Pick<Mission, 'bps'>, t: number): number {
  const beat = beatMs(mission);
  return t - Math.round(t / beat) * beat;
}

/** Points for the timing of a placing, 0 to 100. */
export function timingOf(mission: Pick<Mission, 'bps'>, t: number): number {
  const away = Math.abs(beatOffsetMs(mission, t));
  if (away <= ON_BEAT_MS) return 100;
  return Math.max(0, Math.round((100 * (BESIDE_MS - away)) / (BESIDE_MS - ON_BEAT_MS)));
}

/** Furthest that a loop is moved to fit a key, in semitones. */
export const MATCH_RANGE = 6;
/** What a semitone of moving costs: voices and guitars begin to sound like another person. */
const SHIFT_COST = 8;

type Key = Pick<Mission, 'root' | 'scale'>;

/** Share of a loop's notes that lie in a key once it is moved by so many semitones, in hundredths. */
function shareInKey(tones: NonNullable<FieldLoop['tones']>, key: Key, shift: number): number {
  let [inside, all] = [0, 0];
  for (let pitch = 0; pitch < 12; pitch++) {
    const weight =
      'root' in tones ? Number(isInScale(pitch, tones.root, tones.scale)) : tones[pitch]!;
    all += weight;
    if (isInScale(pitch + shift, key.root, key.scale)) inside += weight;
  }
  return all > 0 ? Math.round((100 * inside) / all) : 100;
}

const keyFits = new WeakMap<object, Map<number, number>>();

/** How well a loop's notes fit a key, 0 to 100, after the fewest semitones that bring them there. */
export function keyFit({ tones }: Pick<FieldLoop, 'tones'>, key: Key): number {
  if (tones === null) return 100;
  // Asked for every loop of the field again and again; loops never change.
  const known = keyFits.get(tones) ?? new Map<number, number>();
  keyFits.set(tones, known);
  const name = 12 * key.scale + key.root;
  const fit = known.get(name) ?? workOutKeyFit(tones, key);
  known.set(name, fit);
  return fit;
}

function workOutKeyFit(tones: NonNullable<FieldLoop['tones']>, key: Key): number {
  const shift = keyShift(tones, key, MATCH_RANGE);
  // Half of a chromatic run lies in any key by accident.
  const share = Math.max(0, 2 * (shareInKey(tones, key, shift) - 50));
  return Math.max(0, share - SHIFT_COST * Math.abs(shift));
}

/** Has the loop notes, and are (nearly) all of them in the key without moving it? */
export function isInKey({ tones }: Pick<FieldLoop, 'tones'>, key: Key): boolean {
  return tones !== null && shareInKey(tones, key, 0) >= 95;
}

/** Passes of a loop that fill the time of one: 0.5, 1 or 2, whichever stretches it least at another tempo. */
export function rateFor(loop: Pick<FieldLoop, 'bps'>, bps: number): number {
  let [best, least] = [1, Number.POSITIVE_INFINITY];
  for (const rate of [1, 2, 0.5]) {
    const stretch = (bps * rate) / loop.bps;
    const away = stretch >= 1 ? stretch - 1 : 1 / stretch - 1;
    if (away < least - 1e-9) [best, least] = [rate, away];
  }
  return best;
}

/** Stretched by so much, a loop falls apart. */
const STRETCH_MOST = 0.3;

/** How well a loop takes another tempo, 0 to 100: 100 at its own, and at half or double of it. */
export function tempoFit(loop: Pick<FieldLoop, 'bps'>, bps: number): number {
  const stretch = (bps * rateFor(loop, bps)) / loop.bps;
  const away = stretch >= 1 ? stretch - 1 : 1 / stretch - 1;
  return Math.max(0, Math.round(100 * (1 - away / STRETCH_MOST)));
}

/** A band that so many hundredths of others sound in has no room left. */
const FULL_BAND = 300;

/** How much room the others leave a loop, 0 to 100: by the levels of four bands. */
export function roomFit(loop: Pick<FieldLoop, 'bands'>, others: readonly FieldLoop[]): number {
  let [covered, all] = [0, 0];
  loop.bands.forEach((level, band) => {
    const there = others.reduce((sum, other) => sum + other.bands[band]!, 0);
    covered += level * Math.min(there, FULL_BAND);
    all += level;
  });
  return all > 0 ? Math.round(100 - (100 * covered) / (all * FULL_BAND)) : 100;
}

/** Below this a loop rubs so much against the rest that it counts as a wrong note. */
export const CLASH = 35;
/** From this on it fits. */
export const FITS = 60;

/**
 * How well a loop fits the music of a mission, 0 to 100. Key and tempo each can spoil it alone; room only dampens it,
 * for eight loops must share four bands. A second loop of a category gets in the way of the first.
 */
export function fitOf(mission: Mission, loop: FieldLoop, others: readonly FieldLoop[]): number {
  const worst = Math.min(keyFit(loop, mission), tempoFit(loop, mission.bps));
  const room = 70 + 0.3 * roomFit(loop, others);
  const again = others.some(({ category }) => category === loop.category) ? 0.75 : 1;
  return Math.round((worst * room * again) / 100);
}
