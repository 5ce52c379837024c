/** Melodies by rule: a motif is moved from chord to chord, its strong notes stand on notes of the chord. */
import type { Random } from '../../synth/random.ts';
import { onsetsOf } from './rhythm.ts';
import { chordTones, type Key, type LineNote, semitones } from './tones.ts';

export interface MelodyShape {
  readonly key: Key;
  /** Letters of the form, one for each bar, and the rhythm of each bar. */
  readonly form: string;
  readonly bars: readonly string[];
  /** The tone that the chord of each bar stands on. */
  readonly chords: readonly number[];
  /** MIDI number of tone 0. */
  readonly root: number;
  /** Lowest and highest tone. */
  readonly low: number;
  readonly high: number;
  /** Longest note in sixteenths. */
  readonly hold: number;
  /** Share of the moves that leap. */
  readonly leap: number;
  /** Share of the notes that slide from the one before. */
  readonly slide: number;
}

/** Moves that a motif goes by, in tones. */
const STEPS = [-1, 1, -1, 1, 0, -2, 2];
const LEAPS = [-4, -3, 3, 4, 5];

/** A tone folded back into a range. */
function folded(tone: number, low: number, high: number): number {
  if (tone < low) return Math.min(high, low + (low - tone));
  if (tone > high) return Math.max(low, high - (tone - high));
  return tone;
}

/** The tone of a chord that is nearest, whatever its octave. */
export function nearestOf(key: Key, chord: readonly number[], tone: number): number {
  const count = key.steps.length;
  let best = tone;
  let distance = count;
  for (const one of chord) {
    const octaves = Math.round((tone - one) / count);
    const candidate = one + octaves * count;
    if (Math.abs(candidate - tone) < distance) {
      best = candidate;
      distance = Math.abs(candidate - tone);
    }
  }
  return best;
}

function contour(count: number, leap: number, rng: Random): number[] {
  return Array.from({ length: count }, () => {
    const list = rng.next() < leap ? LEAPS : STEPS;
    return list[Math.floor(rng.next() * list.length)]!;
  });
}

/** Writes a melody. Its notes are all in the key. */
export function melody(shape: MelodyShape, rng: Random): LineNote[] {
  const { key, form, bars, chords, root, low, high, hold, leap, slide } = shape;
  const motifs = new Map<string, { start: number; moves: number[] }>();
  const motifOf = (letter: string, count: number) => {
    const known = motifs.get(letter);
    if (known) return known;
    const stream = rng.fork(`motif ${letter}`);
    const start = Math.round(low + (high - low) * (0.25 + 0.5 * stream.next()));
    const upper = motifs.get(letter.toUpperCase());
    const moves = contour(Math.max(count, 16), leap, stream);
    // A varied bar begins like its model.
    const made = upper
      ? { start: upper.start, moves: [...upper.moves.slice(0, count >> 1), ...moves] }
      : { start, moves };
    motifs.set(letter, made);
    return made;
  };
  const slides = rng.fork('slides');
  const notes: LineNote[] = [];
  bars.forEach((bar, at) => {
    const chord = chordTones(key, chords[at]!).slice(0, 4);
    const onsets = onsetsOf(bar);
    const { start, moves } = motifOf(form[at]!, onsets.length);
    let tone = start;
    onsets.forEach(({ step, velocity }, i) => {
      if (i > 0) tone = folded(tone + moves[i]!, low, high);
      const isStrong = i === 0 || step % 4 === 0;
      tone = isStrong ? folded(nearestOf(key, chord, tone), low, high) : tone;
      const next = onsets[i + 1]?.step ?? 16 + (onsetsOf(bars[at + 1] ?? bars[0]!)[0]?.step ?? 0);
      const room = Math.max(0.8, Math.min(hold, next - step));
      notes.push({
        midis: [root + semitones(key, tone)],
        step: at * 16 + step,
        length: room,
        velocity,
        slide: slides.next() < slide && notes.length > 0,
      });
    });
  });
  return notes;
}

/** Orders in which the notes of a chord are broken; `.` rests. */
const ORDERS = [
  '0123',
  '0213',
  '0.2.1.3.',
  '3210',
  '02.13.4.',
  '0132',
  '0.31.2.4',
  '4.20.31.',
  '01.23.14',
];

/**
 * Broken chords over the bars, whose rhythms are their accents.
 * @param stepLength sixteenths from one to the next
 * @param share of the notes between the accents that sound
 */
export function broken(
  { key, bars, chords, root, low, high }: MelodyShape,
  { stepLength, share }: { stepLength: number; share: number },
  rng: Random,
): LineNote[] {
  const order = [...ORDERS[Math.floor(rng.next() * ORDERS.length)]!];
  const turn = 1 + Math.floor(rng.next() * 2);
  const lift = Math.floor(rng.next() * 3);
  return bars.flatMap((bar, at) => {
    const count = key.steps.length;
    const tones = chordTones(key, chords[at]!).map((tone, place) => {
      let raised = place < lift ? tone + count : tone;
      while (raised > high) raised -= count;
      while (raised < low) raised += count;
      return raised;
    });
    const accents = new Map(onsetsOf(bar).map(({ step, velocity }) => [step, velocity]));
    return Array.from({ length: 16 / stepLength }, (_, i): LineNote | null => {
      const step = i * stepLength;
      const sign = order[((at % turn) * 3 + i) % order.length]!;
      const accent = accents.get(step);
      if (accent === undefined && (sign === '.' || rng.next() > share)) return null;
      const place = sign === '.' ? 0 : Number(sign);
      const tone = tones[place % tones.length]!;
      const velocity = accent ?? (step % 4 === 0 ? 7 : step % 2 === 0 ? 6 : 5);
      return {
        midis: [root + semitones(key, tone)],
        step: at * 16 + step,
        length: stepLength * 0.9,
        velocity,
      };
    }).filter((note) => note !== null);
  });
}
