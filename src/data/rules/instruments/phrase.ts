/**
 * A phrase of notes that goes round: recorded in passes, each of which can be taken back. Notes keep the time at
 * which they were played; quantising only says where they sound. Time in sixteenths from the one.
 */
import { wholeBars } from '../numbers.ts';

export const PHRASE_MIN_BARS = 1;
export const PHRASE_MAX_BARS = 8;
/** Quantise to so many sixteenths; 0 leaves notes where they were played. */
export const QUANTISE_STEPS = [0, 1, 2] as const;
export type Quantise = (typeof QUANTISE_STEPS)[number];
/** The shortest note that sounds, in sixteenths. */
const SHORTEST_16THS = 0.1;

export interface PhraseNote {
  readonly midi: number;
  /** 0 up to the length of the phrase. */
  readonly start16ths: number;
  readonly length16ths: number;
  /** 0 to 1. */
  readonly velocity: number;
  /** Number of the pass in which it was played. */
  readonly pass: number;
}

export interface Phrase {
  readonly bars: number;
  /** Sixteenths in a bar. */
  readonly barLength: number;
  readonly quantise: Quantise;
  readonly notes: readonly PhraseNote[];
}

export function emptyPhrase(bars: number, barLength: number): Phrase {
  return { bars: clampPhraseBars(bars), barLength, quantise: 1, notes: [] };
}

/** Holds a length to 1 to 8 whole bars. */
export function clampPhraseBars(bars: number): number {
  return wholeBars(bars, PHRASE_MIN_BARS, PHRASE_MAX_BARS);
}

/** Sixteenths of the whole phrase. */
export function phraseLength(phrase: Pick<Phrase, 'bars' | 'barLength'>): number {
  return phrase.bars * phrase.barLength;
}

const wrap = (value: number, length: number) => ((value % length) + length) % length;

/** Adds a note; its start goes round, its length is held to one pass. */
export function addNote(phrase: Phrase, note: PhraseNote): Phrase {
  const length = phraseLength(phrase);
  const added: PhraseNote = {
    ...note,
    start16ths: wrap(note.start16ths, length),
    length16ths: Math.min(length, Math.max(SHORTEST_16THS, note.length16ths)),
  };
  return { ...phrase, notes: [...phrase.notes, added] };
}

/** Number of the pass played last, or −1 when there are no notes. */
export function lastPass(phrase: Phrase): number {
  return phrase.notes.reduce((last, { pass }) => Math.max(last, pass), -1);
}

/** The phrase without what was played in the last pass that has notes. */
export function undoPass(phrase: Phrase): Phrase {
  const last = lastPass(phrase);
  if (last < 0) return phrase;
  return { ...phrase, notes: phrase.notes.filter(({ pass }) => pass !== last) };
}

/**
 * The phrase on so many bars of another metre. Longer ones repeat what is there; shorter ones keep what begins
 * in them.
 */
export function resizePhrase(phrase: Phrase, bars: number, barLength: number): Phrase {
  const to = clampPhraseBars(bars);
  if (to === phrase.bars && barLength === phrase.barLength) return phrase;
  const length = to * barLength;
  const before = phraseLength(phrase);
  const copies = Math.max(1, Math.ceil(length / before));
  const notes = Array.from({ length: copies }, (_, copy) =>
    phrase.notes.map((note) => ({ ...note, start16ths: note.start16ths + copy * before })),
  )
    .flat()
    .filter(({ start16ths }) => start16ths < length)
    .map((note) => ({ ...note, length16ths: Math.min(length, note.length16ths) }));
  return { ...phrase, bars: to, barLength, notes };
}

/** Where a note begins after quantising, 0 up to `length16ths`. */
export function quantised16ths(
  start16ths: number,
  quantise: Quantise,
  length16ths: number,
): number {
  const moved = quantise === 0 ? start16ths : Math.round(start16ths / quantise) * quantise;
  return wrap(moved, length16ths);
}

/**
 * What sounds in one pass, in the order of time: quantised, and for an instrument of one voice cut where the
 * next note begins, going round.
 */
export function soundingNotes(phrase: Phrase, voices: number): PhraseNote[] {
  const length = phraseLength(phrase);
  const notes = phrase.notes
    .map((note) => ({
      ...note,
      start16ths: quantised16ths(note.start16ths, phrase.quantise, length),
    }))
    .sort((a, b) => a.start16ths - b.start16ths || a.midi - b.midi);
  if (voices > 1) return notes;
  // Of notes that begin together one voice plays the highest.
  const line = notes.filter((note, at) => notes[at + 1]?.start16ths !== note.start16ths);
  return line.map((note, at) => {
    const next = line[(at + 1) % line.length] ?? note;
    const away = wrap(next.start16ths - note.start16ths, length) || length;
    return { ...note, length16ths: Math.min(note.length16ths, away) };
  });
}
