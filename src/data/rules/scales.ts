/**
 * What a key holds, and how far a loop must be moved to fit into another. Pitch classes count from C (0) to B (11).
 * The table of roots and scales is `contract/scales.ts`.
 */
import type { Loop } from '../contract/loop.ts';
import type { PlayingSlot, Rifff } from '../contract/rifff.ts';
import { ROOTS, SCALES } from '../contract/scales.ts';

export { keyName, ROOTS, SCALES, type Scale } from '../contract/scales.ts';

/** Semitones in an octave. */
const OCTAVE = 12;
/** Categories without a pitch: they fit every key as they are. */
const UNPITCHED: ReadonlySet<string> = new Set(['drums', 'perc']);

const inOctave = (pitch: number) => ((pitch % OCTAVE) + OCTAVE) % OCTAVE;

/** Semitones of a scale above its root, ascending, without the octave. `scale` 0–17; out of range reads as Major. */
export function scaleSteps(scale: number): readonly number[] {
  return (SCALES[scale] ?? SCALES[0]!).steps;
}

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
 * could reach: nothing for C Minor pentatonic in C Minor, one note for A Harmonic minor in A Minor.
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
  const fits = (shift: number) => foreign(shift) <= least + 1e-9;
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
 * Semitones that a slot's loop sounds away from its own pitch: the slot's shift, moved on by the fewest semitones
 * within `autoKeyMatchRange` that fit the rifff's key. Without a range, without a declared key, and for drums and
 * percussion, it is the shift alone.
 */
export function slotSemitones(
  rifff: Pick<Rifff, 'root' | 'scale'>,
  slot: PlayingSlot,
  loop: Loop,
): number {
  const { shiftSemitones, autoKeyMatchRange: range } = slot.pitchShiftSettings;
  const { root, scale } = loop;
  const isPitched = !UNPITCHED.has(slot.category ?? loop.category);
  if (!range || !isPitched || root === undefined || scale === undefined) return shiftSemitones;
  const from = { root: inOctave(root + Math.round(shiftSemitones)), scale };
  return shiftSemitones + keyShift(from, rifff, range);
}
