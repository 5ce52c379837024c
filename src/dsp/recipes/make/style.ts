/** What a family brings to new loops: its voices and effects, its rhythms and chords. Rules choose and write by them. */
import type { Stereo } from '../../synth/buffer.ts';
import type { DrumBus } from '../fx/mix.ts';
import type { DrumVoice, LineOptions, NoteVoice, PlayOptions, Session } from '../music/session.ts';
import type { Step } from '../music/steps.ts';
import type { Chance } from './chance.ts';
import type { Key } from './tones.ts';

/** Something that plays notes, and what it is played through. */
interface Sound {
  voice(c: Chance): NoteVoice;
  play?(c: Chance): LineOptions;
  chain(c: Chance): readonly Step[];
}

/** A line of single notes. */
export interface LineKind extends Sound {
  /** Rhythms of a bar. */
  readonly cells: readonly string[];
  /** Longest note in sixteenths. */
  readonly hold: number;
  /** Share of notes that slide from the one before. */
  readonly slide?: number;
  /** Share of moves that leap; 0.2 unless given. */
  readonly leap?: number;
  /** Share of loops that break chords instead of singing. */
  readonly broken?: number;
  /** Another voice that plays along, `semitones` higher, at `gain`. */
  readonly along?: { readonly voice: NoteVoice; readonly semitones: number; readonly gain: number };
}

/** A voice that sings: a line with words, or chords. */
export interface VocalKind extends LineKind {
  /** What the notes are sung to, one after the other. */
  readonly words: readonly string[];
  /** Notes of a chord that sound together; 1 unless given. */
  readonly voices?: number;
}

/** Chords in a rhythm. */
export interface CompKind extends Sound {
  readonly cells: readonly string[];
  readonly hold: number;
  /** Notes in a chord. */
  readonly notes: readonly number[];
  /** Lowest note of chords that are close together, MIDI. */
  readonly low: number;
  /** Share of loops that break the chords. */
  readonly broken?: number;
  /** Share of loops in which single notes answer above. */
  readonly answers?: number;
}

/** Chords that are held. */
export interface PadKind extends Sound {
  readonly notes: readonly number[];
  readonly low: number;
  /** Share of the bar that they sound. */
  readonly gate: number;
  /** Words, where it sings. */
  readonly words?: readonly string[];
  /** Single notes above. */
  readonly above?: { readonly voice: NoteVoice; readonly gain: number };
}

/** One drum of a kit: which ones it may be, and what it plays. */
export interface DrumRow {
  readonly voices: readonly DrumVoice[];
  readonly cells: readonly string[];
  readonly options?: PlayOptions;
  /** Share of loops that have it; 1 unless given. */
  readonly share?: number;
  /** How far it follows the density; 0 for what carries the beat, 1 unless given. */
  readonly bends?: number;
}

export interface DrumKind {
  readonly kick: DrumRow;
  readonly rows: readonly DrumRow[];
  /** Claps and snares in a plate of their own. */
  readonly plate?: DrumRow;
  /** Drums that may turn the last bar over, and what they play there. */
  readonly fills: readonly DrumRow[];
  desk(c: Chance): DrumBus;
  topChain?(c: Chance): readonly Step[];
  chain?(c: Chance): readonly Step[];
}

export interface PercKind {
  /** Those of which some play. */
  readonly rows: readonly DrumRow[];
  readonly players: readonly [least: number, most: number];
  chain(c: Chance): readonly Step[];
}

/** An effect that is no score. */
export type FxKind = (s: Session, c: Chance, key: Key) => Stereo;

export interface Style {
  /** Degrees 0 to 6 of the family's scale; the first is the family's own. */
  readonly progressions: readonly (readonly number[])[];
  readonly barsPerChord: number;
  readonly bass: readonly LineKind[];
  readonly leads: readonly LineKind[];
  readonly vocals: readonly VocalKind[];
  readonly chords: readonly CompKind[];
  readonly pads: readonly PadKind[];
  readonly drums: readonly DrumKind[];
  readonly perc: readonly PercKind[];
  readonly fx: readonly FxKind[];
  /** Words that names are made of. */
  readonly words: readonly [readonly string[], readonly string[]];
}

/** Words as they are written, apart by white space. */
export const words = (text: string): string[] => text.trim().split(/\s+/);
