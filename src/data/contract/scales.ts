/** Roots and scales, in the order that existing musicians' data numbers them. */

/** Index 0–11, C is 0. */
export const ROOTS = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'] as const;

export interface Scale {
  readonly name: string;
  /** Semitones above the root, ascending, without the octave. */
  readonly steps: readonly number[];
}

/** Index 0–17. */
export const SCALES: readonly Scale[] = [
  { name: 'Major', steps: [0, 2, 4, 5, 7, 9, 11] },
  { name: 'Dorian', steps: [0, 2, 3, 5, 7, 9, 10] },
  { name: 'Phrygian', steps: [0, 1, 3, 5, 7, 8, 10] },
  { name: 'Lydian', steps: [0, 2, 4, 6, 7, 9, 11] },
  { name: 'Mixolydian', steps: [0, 2, 4, 5, 7, 9, 10] },
  { name: 'Minor', steps: [0, 2, 3, 5, 7, 8, 10] },
  { name: 'Locrian', steps: [0, 1, 3, 5, 6, 8, 10] },
  { name: 'Minor pentatonic', steps: [0, 3, 5, 7, 10] },
  { name: 'Major pentatonic', steps: [0, 2, 4, 7, 9] },
  { name: 'Suspended pentatonic', steps: [0, 2, 5, 7, 10] },
  { name: 'Blues minor pentatonic', steps: [0, 3, 5, 8, 10] },
  { name: 'Blues major pentatonic', steps: [0, 2, 5, 7, 9] },
  { name: 'Harmonic minor', steps: [0, 2, 3, 5, 7, 8, 11] },
  { name: 'Melodic minor', steps: [0, 2, 3, 5, 7, 9, 11] },
  { name: 'Double harmonic', steps: [0, 1, 4, 5, 7, 8, 11] },
  { name: 'Blues', steps: [0, 3, 5, 6, 7, 10] },
  { name: 'Whole tone', steps: [0, 2, 4, 6, 8, 10] },
  { name: 'Chromatic', steps: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
];

/** Name of a key, for instance `Eb Dorian`. `root` 0–11, `scale` 0–17; out of range reads as C Major. */
export function keyName(root: number, scale: number): string {
  return `${ROOTS[root] ?? ROOTS[0]} ${(SCALES[scale] ?? SCALES[0]).name}`;
}

/** Semitones of a scale above its root, ascending, without the octave. `scale` 0–17; out of range reads as Major. */
export function scaleSteps(scale: number): readonly number[] {
  return (SCALES[scale] ?? SCALES[0]!).steps;
}
