/** The notes of a key, and chords in it. Tones are numbered from the root: 0 is the root, one more the next of the scale. */
import type { LoopOrder } from '../../../data/contract/making.ts';
import { scaleSteps } from '../../../data/contract/scales.ts';

/** The notes that a loop is written in. */
export interface Key {
  /** 0 to 11, C is 0. */
  readonly root: number;
  /** Semitones above the root, ascending, without the octave. */
  readonly steps: readonly number[];
}

/** The key of an order. All twelve notes are no key: then it is written in the scale that the family is at home in. */
export function keyOf({ root, scale }: Pick<LoopOrder, 'root' | 'scale'>, homeScale: number): Key {
  const steps = scaleSteps(scale);
  return { root, steps: steps.length === 12 ? scaleSteps(homeScale) : steps };
}

/** Semitones from the root to a tone. */
export function semitones({ steps }: Key, tone: number): number {
  const octave = Math.floor(tone / steps.length);
  return octave * 12 + steps[tone - octave * steps.length]!;
}

/** The tone that a degree of the family's scale (0 to 6) is in this key: the same one, or the nearest note. */
export function toneOf({ steps }: Key, homeScale: number, degree: number): number {
  if (steps.length === 7) return degree;
  const wanted = scaleSteps(homeScale)[degree]!;
  let nearest = 0;
  for (const [tone, step] of steps.entries()) {
    if (Math.abs(step - wanted) < Math.abs(steps[nearest]! - wanted)) nearest = tone;
  }
  return nearest;
}

/** Places in a scale of so many notes that make a chord: thirds in seven notes, fourths and fifths in five. */
function placesOf(count: number): readonly number[] {
  return count === 6 ? [0, 2, 4, 5, 8] : [0, 2, 4, 6, 8];
}

/** Tones of the chord on a tone: root, third, fifth, seventh and ninth, as far as the scale has them. */
export function chordTones({ steps }: Key, tone: number): number[] {
  return placesOf(steps.length).map((place) => tone + place);
}

/** MIDI number of the root at or above `low`. */
export function rootAbove({ root }: Key, low: number): number {
  return low + ((((root - low) % 12) + 12) % 12);
}

/** A note in `low` to `high`, moved by octaves where it lies outside; the range is an octave at least. */
export function within(midi: number, low: number, high: number): number {
  let note = midi;
  while (note < low) note += 12;
  while (note > high) note -= 12;
  return note;
}

/**
 * A chord as notes from low to high, all within the octave above `low`: chords that follow each other then move little.
 * Neighbours of a semitone are parted. @param tones of the chord, the root first @param isOpen the second note from
 * above an octave lower
 */
export function voicing(key: Key, tones: readonly number[], low: number, isOpen = false): number[] {
  const notes = tones.map((tone) => within(key.root + semitones(key, tone), low, low + 11));
  const unique = [...new Set(notes)].sort((a, b) => a - b);
  const parted = unique.map((note, at) => (note - (unique[at - 1] ?? -2) === 1 ? note + 12 : note));
  const sorted = [...new Set(parted)].sort((a, b) => a - b);
  if (!isOpen || sorted.length < 3) return sorted;
  const dropped = sorted.length - 2;
  return sorted.map((note, at) => (at === dropped ? note - 12 : note)).sort((a, b) => a - b);
}

const LETTERS = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'];

/** Name of a MIDI note as the scores write it: 60 is `C4`. */
export function noteName(midi: number): string {
  return `${LETTERS[midi % 12]!}${Math.floor(midi / 12) - 1}`;
}

/** One event of a line. */
export interface LineNote {
  readonly midis: readonly number[];
  readonly step: number;
  readonly length: number;
  /** 1 to 9. */
  readonly velocity: number;
  readonly label?: string;
  readonly slide?: boolean;
}

/** What the voices can play, MIDI. */
const LOWEST = 24;
const HIGHEST = 103;

/** Notes as the score that `line` plays; what no voice reaches is moved by octaves. */
export function scoreOf(notes: readonly LineNote[]): string {
  return notes
    .map(({ midis, step, length, velocity, label = '', slide }) => {
      const chord = midis.map((midi) => noteName(within(midi, LOWEST, HIGHEST))).join('+');
      return `${slide ? '~' : ''}${chord} ${step} ${length} ${velocity} ${label}`.trim();
    })
    .join(', ');
}
