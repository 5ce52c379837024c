/** New lines and chords in a key, out of the voices, rhythms and progressions of a family. */
import { FAMILY_HOMES, type LoopOrder } from '../../../data/contract/making.ts';
import { line, type Part, type Played } from '../music/recipe.ts';
import type { Chance } from './chance.ts';
import { broken, type MelodyShape, melody } from './melody.ts';
import { barsOf, formOf, onsetsOf } from './rhythm.ts';
import type { CompKind, LineKind, PadKind, Style, VocalKind } from './style.ts';
import {
  chordTones,
  type Key,
  type LineNote,
  rootAbove,
  scoreOf,
  semitones,
  toneOf,
  voicing,
  within,
} from './tones.ts';

export type Composed = Omit<Played, 'name' | 'category'>;

/** What all tonal loops of an order share. */
export interface Tonal {
  readonly style: Style;
  readonly order: LoopOrder;
  readonly key: Key;
  readonly c: Chance;
}

/** Share of the loops that keep the progression of their family, so that they fit its other loops bar by bar. */
const OWN_PROGRESSION = 0.7;

/** The tone that the chord of each bar stands on. */
export function chordsOf({ style, order, key, c }: Tonal): number[] {
  const { progressions, barsPerChord } = style;
  const isOwn = c.is('own progression', OWN_PROGRESSION);
  const degrees = isOwn ? progressions[0]! : c.one('progression', progressions);
  return Array.from({ length: order.bars }, (_, bar) => {
    const degree = degrees[Math.floor(bar / barsPerChord) % degrees.length]!;
    return toneOf(key, FAMILY_HOMES[order.family].scale, degree);
  });
}

/** Octave of an order in semitones. */
const shiftOf = ({ octave }: LoopOrder) => octave * 12;

/** Lowest and highest note of a bass; what an octave would put outside stays. */
const BASS_RANGE = [24, 52] as const;
const BASS_LOW = 28;

/**
 * What the notes of a bass are, in the order of their hits: root, fifth, octave, seventh below, a step to the next
 * chord.
 */
const ROLES = ['r', 'r', 'r', 'o', 'f', 'r', 's', 'o', 'r', 'f'];

function bassNotes({ order, key, c, style }: Tonal, kind: LineKind): LineNote[] {
  const form = formOf(order.bars, c.rng('form'));
  const bars = barsOf(form, kind.cells, { density: order.density, rng: c.rng('cells') });
  const chords = chordsOf({ style, order, key, c });
  const root = rootAbove(key, BASS_LOW) + shiftOf(order);
  const slides = c.rng('slides');
  const count = key.steps.length;
  return bars.flatMap((bar, at) => {
    const chord = chords[at]!;
    const roles = c.rng(`roles ${form[at]!.toUpperCase()}`);
    const onsets = onsetsOf(bar);
    const ahead = chords[(at + 1) % chords.length]!;
    return onsets.map(({ step, velocity }, i): LineNote => {
      const role = i === 0 ? 'r' : ROLES[Math.floor(roles.next() * ROLES.length)]!;
      const isLast = i === onsets.length - 1 && i > 0 && step >= 10;
      const tones = chordTones(key, chord);
      const tone =
        isLast && ahead !== chord
          ? ahead + (roles.next() < 0.5 ? -1 : 1)
          : { r: chord, o: chord + count, f: tones[2]!, s: chord - 1 }[role]!;
      const [low, high] = BASS_RANGE;
      const next = onsets[i + 1]?.step ?? 16;
      return {
        midis: [within(root + semitones(key, tone), low, high)],
        step: at * 16 + step,
        length: Math.max(0.7, Math.min(kind.hold, next - step)),
        velocity,
        slide: i > 0 && slides.next() < (kind.slide ?? 0),
      };
    });
  });
}

/** Parts that play a line: the voice, and what plays along. */
function lineParts(notes: readonly LineNote[], kind: LineKind, c: Chance): Part[] {
  const score = scoreOf(notes);
  const play = kind.play?.(c) ?? {};
  const parts = [line(score, kind.voice(c), play)];
  if (kind.along && c.is('along', 0.7)) {
    const { voice, semitones: transpose, gain } = kind.along;
    parts.push(line(score, voice, { ...play, transpose, gain, lateMs: (play.lateMs ?? 0) + 6 }));
  }
  return parts;
}

/** A bass: on the roots of its chords, with a step towards the next one. */
export function composeBass(tonal: Tonal, kind: LineKind): Composed {
  const { c, order } = tonal;
  return {
    bars: order.bars,
    play: lineParts(bassNotes(tonal, kind), kind, c),
    chain: kind.chain(c),
  };
}

function shapeOf(tonal: Tonal, kind: LineKind, low: number): MelodyShape {
  const { order, key, c } = tonal;
  const form = formOf(order.bars, c.rng('form'));
  const count = key.steps.length;
  const from = c.one('from', [-2, -1, 0, 0, 1]);
  return {
    key,
    form,
    bars: barsOf(form, kind.cells, { density: order.density, rng: c.rng('cells') }),
    chords: chordsOf(tonal),
    root: rootAbove(key, low) + shiftOf(order),
    low: from,
    high: from + Math.round(count * c.between('range', 0.9, 1.5)),
    hold: kind.hold,
    leap: kind.leap ?? 0.2,
    slide: kind.slide ?? 0,
  };
}

const LEAD_LOW = 64;

/** A lead: a melody, or broken chords. */
export function composeLead(tonal: Tonal, kind: LineKind): Composed {
  const { c, order } = tonal;
  const shape = shapeOf(tonal, kind, LEAD_LOW);
  const isBroken = c.is('broken', kind.broken ?? 0);
  const share = Math.min(1, 0.2 + 1.3 * order.density);
  const notes = isBroken
    ? broken(shape, { stepLength: c.one('stride', [1, 1, 2]), share }, c.rng('order'))
    : melody(shape, c.rng('melody'));
  return { bars: order.bars, play: lineParts(notes, kind, c), chain: kind.chain(c) };
}

const VOCAL_LOW = 55;

/** A voice: a melody with words, or chords that sing. */
export function composeVocal(tonal: Tonal, kind: VocalKind): Composed {
  const { c, order, key } = tonal;
  const shape = shapeOf(tonal, kind, VOCAL_LOW);
  const word = c.rng('words');
  const labelled = melody(shape, c.rng('melody')).map((note) => ({
    ...note,
    label: kind.words[Math.floor(word.next() * kind.words.length)]!,
  }));
  const { voices = 1 } = kind;
  const notes =
    voices === 1
      ? labelled
      : labelled.map((note) => {
          const chord = shape.chords[Math.floor(note.step / 16)]!;
          const low = VOCAL_LOW - 1 + shiftOf(order);
          const midis = voicing(key, chordTones(key, chord).slice(0, voices), low);
          return { ...note, midis, slide: false };
        });
  return { bars: order.bars, play: lineParts(notes, kind, c), chain: kind.chain(c) };
}

/** Notes of the chord on a tone: so many of them, the root left to the bass from four on. */
function chordNotes(
  key: Key,
  tone: number,
  { notes, low, isOpen }: { notes: number; low: number; isOpen: boolean },
): number[] {
  const tones = chordTones(key, tone);
  const chosen = notes > 3 ? tones.slice(1, notes + 1) : tones.slice(0, notes);
  return voicing(key, chosen, low, isOpen);
}

/** Chords in a rhythm of their own, or broken. */
export function composeChords(tonal: Tonal, kind: CompKind): Composed {
  const { c, order, key } = tonal;
  const form = formOf(order.bars, c.rng('form'));
  const bars = barsOf(form, kind.cells, { density: order.density, rng: c.rng('cells') });
  const chords = chordsOf(tonal);
  const low = kind.low + shiftOf(order) + c.one('low', [-3, 0, 0, 2, 4]);
  const isOpen = c.is('open', 0.35);
  const count = c.one('notes', kind.notes);
  const voice = kind.voice(c);
  const play = kind.play?.(c) ?? {};
  if (c.is('broken', kind.broken ?? 0)) {
    const shape = { key, form, bars, chords, root: rootAbove(key, low), low: 0, high: 9 };
    const share = Math.min(1, 0.25 + 1.2 * order.density);
    const stepLength = c.one('stride', [1, 2, 2]);
    const full = { ...shape, hold: kind.hold, leap: 0, slide: 0 };
    const notes = broken(full, { stepLength, share }, c.rng('order'));
    return { bars: order.bars, play: [line(scoreOf(notes), voice, play)], chain: kind.chain(c) };
  }
  const notes = bars.flatMap((bar, at): LineNote[] => {
    const midis = chordNotes(key, chords[at]!, { notes: count, low, isOpen });
    const onsets = onsetsOf(bar);
    return onsets.map(({ step, velocity }, i) => {
      const room = (onsets[i + 1]?.step ?? 16) - step;
      return { midis, step: at * 16 + step, length: Math.min(kind.hold, room), velocity };
    });
  });
  const parts = [line(scoreOf(notes), voice, play)];
  if (c.is('answers', kind.answers ?? 0)) {
    const cells = ['......4.5.......', '......4.......5.', '..............4.', '...........4.5..'];
    const rng = c.rng('answers');
    const shape: MelodyShape = {
      key,
      form,
      chords,
      low: 0,
      high: 6,
      hold: 3,
      leap: 0.1,
      slide: 0,
      bars: barsOf(form, cells, { density: order.density, rng }),
      root: rootAbove(key, 70) + shiftOf(order),
    };
    const above = melody(shape, rng);
    parts.push(line(scoreOf(above), voice, { ...play, gain: 0.75, pan: 0.22 }));
  }
  return { bars: order.bars, play: parts, chain: kind.chain(c) };
}

/** Sixteenths that a pad holds each chord for, by the density. */
function padSteps(density: number, bars: number, barsPerChord: number): number {
  if (density > 0.75) return 8;
  const whole = density < 0.25 ? 2 : 1;
  return 16 * Math.min(bars, whole * barsPerChord);
}

/** Chords that are held. */
export function composePad(tonal: Tonal, kind: PadKind): Composed {
  const { c, order, key, style } = tonal;
  const chords = chordsOf(tonal);
  const steps = padSteps(order.density, order.bars, style.barsPerChord);
  const low = kind.low + shiftOf(order) + c.one('low', [-2, 0, 0, 3]);
  const isOpen = c.is('open', 0.5);
  const count = c.one('notes', kind.notes);
  const word = c.rng('words');
  const swell = c.rng('swell');
  const notes = Array.from({ length: (order.bars * 16) / steps }, (_, at): LineNote => {
    const chord = chords[Math.floor((at * steps) / 16)]!;
    const label = kind.words?.[Math.floor(word.next() * kind.words.length)];
    return {
      midis: chordNotes(key, chord, { notes: count, low, isOpen }),
      step: at * steps,
      length: steps * kind.gate,
      velocity: 6 + Math.floor(swell.next() * 3),
      ...(label !== undefined && { label }),
    };
  });
  const play = kind.play?.(c) ?? {};
  const parts = [line(scoreOf(notes), kind.voice(c), play)];
  if (kind.above && c.is('above', 0.6)) {
    const form = formOf(order.bars, c.rng('form'));
    const cells = ['5.....4.........', '........5.......', '......4.....4...', '5...........4...'];
    const shape: MelodyShape = {
      key,
      form,
      chords,
      low: 0,
      high: 7,
      hold: 8,
      leap: 0.25,
      slide: 0.2,
      bars: barsOf(form, cells, { density: order.density, rng: c.rng('cells') }),
      root: rootAbove(key, 69) + shiftOf(order),
    };
    const { voice, gain } = kind.above;
    parts.push(line(scoreOf(melody(shape, c.rng('above'))), voice, { gain, panJitter: 0.4 }));
  }
  return { bars: order.bars, play: parts, chain: kind.chain(c) };
}
