/** Keyboards that know only the notes of a key. Notes are MIDI numbers: 60 is middle C, 69 the A of 440 Hz. */
import { ROOTS, scaleSteps } from '../../contract/scales.ts';

/** Lowest and highest octave that a keyboard begins in. */
const LOWEST_OCTAVE = 0;
const HIGHEST_OCTAVE = 7;
const CHROMATIC_STEPS = 12;

const mod12 = (value: number) => ((value % 12) + 12) % 12;

/** Hz of a MIDI note in equal temperament, A = 440 Hz; fractions are cents by the hundred. */
export function noteHz(midi: number): number {
  return 440 * 2 ** ((midi - 69) / 12);
}

/** Name of a note without its octave, as the roots are spelt. */
export function noteName(midi: number): string {
  return ROOTS[mod12(Math.round(midi))] ?? 'C';
}

/** Is a note in a key? */
export function isInScale(midi: number, root: number, scale: number): boolean {
  return scaleSteps(scale).includes(mod12(midi - root));
}

/** The note of a key that is nearest to a played one; of two as near the lower. */
export function snapToScale(midi: number, root: number, scale: number): number {
  for (let away = 0; away < 12; away++) {
    if (isInScale(midi - away, root, scale)) return midi - away;
    if (isInScale(midi + away, root, scale)) return midi + away;
  }
  return midi;
}

/** A key of the keyboard on the page. */
export interface PlayKey {
  readonly midi: number;
  readonly isRoot: boolean;
  /** Key of the computer that plays it, by its place. */
  readonly code: string;
}

const HOME = [...'ASDFGHJK'].map((letter) => `Key${letter}`);
const UPPER = [...'QWERTYUI'].map((letter) => `Key${letter}`);
/** Where a piano has its black keys between the eight white ones from C to C. */
const BLACK_AT = [1, 2, 4, 5, 6];

function degreeRow(root: number, scale: number, low: number, codes: readonly string[]): PlayKey[] {
  const steps = scaleSteps(scale);
  return [...steps, 12].map((step, index) => ({
    midi: low + root + step,
    isRoot: step % 12 === 0,
    code: codes[index] ?? '',
  }));
}

/** A piano from C to C: white keys below, black ones above their gaps. */
function pianoRows(root: number, low: number): (PlayKey | null)[][] {
  const key = (step: number, code: string): PlayKey => ({
    midi: low + step,
    isRoot: mod12(step - root) === 0,
    code,
  });
  const white = [0, 2, 4, 5, 7, 9, 11, 12].map((step, index) => key(step, HOME[index] ?? ''));
  const black: (PlayKey | null)[] = new Array(8).fill(null);
  [1, 3, 6, 8, 10].forEach((step, index) => {
    const column = BLACK_AT[index] ?? 0;
    black[column] = key(step, UPPER[column] ?? '');
  });
  return [black, white];
}

/**
 * The rows of a keyboard, from the top. In a scale each row is an octave from root to root, the lower one on the
 * home row of the computer; the chromatic scale is a piano. Null is a gap.
 * @param octave of the lowest note: 4 begins at middle C
 */
export function keyboardRows(root: number, scale: number, octave: number): (PlayKey | null)[][] {
  const low = 12 * (octave + 1);
  if (scaleSteps(scale).length >= CHROMATIC_STEPS) return pianoRows(root, low);
  return [degreeRow(root, scale, low + 12, UPPER), degreeRow(root, scale, low, HOME)];
}

/** Holds an octave to those that a keyboard begins in. */
export function clampOctave(octave: number): number {
  return Math.min(HIGHEST_OCTAVE, Math.max(LOWEST_OCTAVE, Math.round(octave)));
}
