/**
 * What a key holds, and how far a loop must be moved to fit into another. Pitch classes count from C (0) to B (11).
 * The table of roots and scales is `contract/scales.ts`.
 */
import type { Loop } from '../../contract/loop.ts';
import type { PlayingSlot, Rifff } from '../../contract/rifff.ts';
import { ROOTS, scaleSteps } from '../../contract/scales.ts';

export { keyName, ROOTS, SCALES, type Scale, scaleSteps } from '../../contract/scales.ts';

/** Semitones in an octave. */
const OCTAVE = 12;
/** Categories without a pitch: they fit every key as they are. */
export const UNPITCHED: ReadonlySet<string> = new Set(['drums', 'perc']);

/** A loop with less of its energy in tones than this has no pitch to match; effects need more, because many glide. */
const MIN_TONALITY = 0.1;
const FX_MIN_TONALITY = 0.3;
/** So much of a chroma may lie outside a key beyond the best there is: overtones and passing notes. */
const CHROMA_TOLERANCE = 0.05;

const inOctave = (pitch: number) => ((pitch % OCTAVE) + OCTAVE) % OCTAVE;

/**
 * Pitch classes of a key in the order of its scale, the root first: D Minor is 2, 4, 5, 7, 9, 10, 0.
 * @param root 0–11 (anything else is brought into the octave)
 * @param scale 0–17; out of range reads as Major
 */
export function scaleNotes(root: number, scale: number): number[] {
  return scaleSteps(scale).map((step) => inOctave(root + step));
}

/** Names of the notes of a key, the root first, spelt as the roots are. */
export function scaleNoteNames(root: number, scale: number): string[] {
  return scaleNotes(root, scale).map((pitch) => ROOTS[pitch]!);
}

/** Is a pitch (whole semitones, any octave, 0 a C) in a key? */
export function isInScale(pitch: number, root: number, scale: number): boolean {
  return scaleNotes(root, scale).includes(inOctave(pitch));
}

/** A root (0–11) and a scale (0–17). */
export interface Key {
  readonly root: number;
  readonly scale: number;
}

/**
 * The smallest move that fits a key into another. It fits when as little of it lies outside the other as any move
 * could reach: nothing for C Minor pentatonic in C Minor, one note for A Harmonic minor in A Minor. Of a chroma a
 * twentieth more may.
 *
 * @param from a key, or the weight of each of the twelve pitch classes (a chroma)
 * @param range semitones that it may be moved, either way, 0 to 12
 * @returns semitones, up before down where both are as near; 0 when nothing within the range fits
 */
export function keyShift(from: Key | ArrayLike<number>, to: Key, range: number): number {
  const weights = 'root' in from ? keyWeights(from) : Array.from(from);
  const inside = new Set(scaleNotes(to.root, to.scale));
  const foreign = (shift: number) =>
    weights.reduce((sum, weight, at) => sum + (inside.has(inOctave(at + shift)) ? 0 : weight), 0);
  const shifts = Array.from({ length: OCTAVE }, (_, shift) => shift);
  const least = Math.min(...shifts.map(foreign));
  const isKey = 'root' in from;
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const slack = isKey ? 1e-9 : CHROMA_TOLERANCE * sum;
  const fits = (shift: number) => foreign(shift) <= least + slack;
  for (let distance = 0; distance <= Math.min(OCTAVE, range); distance++) {
    if (fits(distance)) return distance;
    if (fits(-distance)) return -distance;
  }
  return 0;
}

function keyWeights(key: Key): number[] {
  const notes = new Set(scaleNotes(key.root, key.scale));
  return Array.from({ length: OCTAVE }, (_, at) => (notes.has(at) ? 1 : 0));
}

/**
 * What is known of a loop's notes: the key that it declares, else its measured chroma. Null where there is nothing to
 * match: drums and percussion, noise (a chroma with little in it), and loops of which neither is known.
 */
export function loopTones(loop: Loop, category = loop.category): Key | readonly number[] | null {
  if (UNPITCHED.has(category)) return null;
  const { root, scale, chroma } = loop;
  const least = category === 'fx' ? FX_MIN_TONALITY : MIN_TONALITY;
  if (chroma && chroma.reduce((sum, share) => sum + share, 0) < least) return null;
  if (root !== undefined && scale !== undefined) return { root, scale };
  return chroma ?? null;
}

/** Tones moved by whole semitones. */
function movedTones(tones: Key | readonly number[], by: number): Key | readonly number[] {
  if ('root' in tones) return { root: inOctave(tones.root + by), scale: tones.scale };
  return tones.map((_, at) => tones[inOctave(at - by)]!);
}

/**
 * Semitones that a slot's loop sounds away from its own pitch: the slot's shift, moved on by the fewest semitones
 * within `autoKeyMatchRange` that fit the rifff's key. Without a range, and for loops without known notes, it is the
 * shift alone.
 */
export function slotSemitones(
  rifff: Pick<Rifff, 'root' | 'scale'>,
  slot: PlayingSlot,
  loop: Loop,
): number {
  const { shiftSemitones, autoKeyMatchRange: range } = slot.pitchShiftSettings;
  const tones = range ? loopTones(loop, slot.category ?? loop.category) : null;
  if (!range || !tones) return shiftSemitones;
  return shiftSemitones + keyShift(movedTones(tones, Math.round(shiftSemitones)), rifff, range);
}

/** Another tempo, with the pitch that it brings along as on a turntable: whole semitones within ten cents. */
export interface Varispeed {
  /** Quarter notes per minute. */
  readonly bpm: number;
  readonly semitones: number;
}

/** Tempo (quarter notes per second) and key of music at another speed; the same where there is none. */
export function atVarispeed<T extends { readonly bps: number; readonly root: number }>(
  music: T,
  varispeed: Varispeed | undefined,
): T {
  if (!varispeed) return music;
  const root = (((music.root + varispeed.semitones) % 12) + 12) % 12;
  return { ...music, bps: varispeed.bpm / 60, root };
}
