import { proxy, ref } from 'valtio/vanilla';
import { beatForTempo, patternOfBeat } from '../../data/rules/instruments/beats.ts';
import { emptyPhrase, type Phrase, resizePhrase } from '../../data/rules/instruments/phrase.ts';
import { clampOctave } from '../../data/rules/instruments/scaleKeys.ts';
import { relayPattern, type StepPattern } from '../../data/rules/instruments/steps.ts';
import { merge } from './merge.ts';

/** The kits that there are. */
export const KIT_NAMES = [
  { id: 'press', title: 'Press kit' },
  { id: 'deep', title: 'Deep kit' },
  { id: 'dust', title: 'Dust kit' },
] as const;

interface PadsState {
  kit: string;
  load: 'idle' | 'loading' | 'ready' | 'failed';
  /** Immutable, replaced as a whole. */
  pattern: StepPattern;
  /** Has a person changed the pattern? Until then it follows the tempo. */
  isTouched: boolean;
  /** Does the pattern play? */
  isRunning: boolean;
  /** Do pads that are hit while it plays go into the pattern? */
  isWriting: boolean;
}

export const PATCH_NAMES = [
  { id: 'bass', title: 'Bass', category: 'bass' },
  { id: 'lead', title: 'Lead', category: 'leads' },
  { id: 'pad', title: 'Pad', category: 'pads' },
  { id: 'pluck', title: 'Pluck', category: 'leads' },
] as const;
export type PatchId = (typeof PATCH_NAMES)[number]['id'];

/** What the controls of a patch say. */
export interface SynthSettings {
  cutoffHz: number;
  /** 0 to 1. */
  resonance: number;
  attackSec: number;
  decaySec: number;
  releaseSec: number;
}

/** Settings of each patch as it comes. */
export const FIRST_SETTINGS: Readonly<Record<PatchId, Readonly<SynthSettings>>> = {
  bass: { cutoffHz: 420, resonance: 0.25, attackSec: 0.004, decaySec: 0.35, releaseSec: 0.12 },
  lead: { cutoffHz: 1800, resonance: 0.3, attackSec: 0.008, decaySec: 0.5, releaseSec: 0.25 },
  pad: { cutoffHz: 1100, resonance: 0.1, attackSec: 0.35, decaySec: 1.2, releaseSec: 1.2 },
  pluck: { cutoffHz: 700, resonance: 0.2, attackSec: 0.002, decaySec: 0.45, releaseSec: 0.3 },
};
/** Octave that the keyboard of each patch begins in. */
const FIRST_OCTAVES: Readonly<Record<PatchId, number>> = { bass: 2, lead: 4, pad: 3, pluck: 4 };

interface KeysState {
  patch: PatchId;
  settings: Record<PatchId, SynthSettings>;
  octaves: Record<PatchId, number>;
  /** Immutable, replaced as a whole. */
  phrase: Phrase;
  /** Does the phrase go round? */
  isRunning: boolean;
  /** Are notes that are played written into it? */
  isRecording: boolean;
}

/** Something that is plugged in. */
export interface MidiPlug {
  readonly id: string;
  readonly name: string;
}

interface MidiState {
  /** `absent`: this browser has no MIDI; `refused`: the person or the browser said no. */
  status: 'off' | 'asking' | 'on' | 'refused' | 'absent';
  /** Names of the instruments that are plugged in. */
  inputs: string[];
  /** What they play. */
  target: 'pads' | 'keys';
  /** What a clock can come from and go to. */
  sources: readonly MidiPlug[];
  outputs: readonly MidiPlug[];
  /** Ids of the ones that were chosen; '' hears whatever ticks, and sends to everything. */
  clockSource: string;
  clockOutput: string;
  /** Is the clock sent? */
  isClockSent: boolean;
  /** Tempo of a clock that comes in, in quarter notes a second to a hundredth a minute; null for none. */
  clockBps: number | null;
  /** Has the hardware that sends it been started? */
  isClockRunning: boolean;
}

interface PlayState {
  /** Tempo and metre that instruments play in when no rifff does. */
  bps: number;
  barLength: number;
  /** Key of the draft. */
  root: number;
  scale: number;
  pads: PadsState;
  keys: KeysState;
  midi: MidiState;
}

const held = (pattern: StepPattern): StepPattern => ref(pattern);

/** What the instruments play. The pattern is changed by pages and by what is played; the rest by the engine. */
export const play = proxy<PlayState>({
  bps: 2,
  barLength: 16,
  root: 0,
  scale: 0,
  pads: {
    kit: 'press',
    load: 'idle',
    pattern: held(patternOfBeat(beatForTempo(2), 16)),
    isTouched: false,
    isRunning: false,
    isWriting: false,
  },
  keys: {
    patch: 'bass',
    settings: {
      bass: { ...FIRST_SETTINGS.bass },
      lead: { ...FIRST_SETTINGS.lead },
      pad: { ...FIRST_SETTINGS.pad },
      pluck: { ...FIRST_SETTINGS.pluck },
    },
    octaves: { ...FIRST_OCTAVES },
    phrase: ref(emptyPhrase(2, 16)),
    isRunning: false,
    isRecording: false,
  },
  midi: {
    status: 'off',
    inputs: [],
    target: 'keys',
    sources: [],
    outputs: [],
    clockSource: '',
    clockOutput: '',
    isClockSent: false,
    clockBps: null,
    isClockRunning: false,
  },
});

/** The current pattern. */
export function padPattern(): StepPattern {
  return play.pads.pattern as StepPattern;
}

/** Merges a change into the pads, skipping fields that do not differ. */
export const patchPads = (change: Partial<Omit<PadsState, 'pattern'>>): void =>
  merge(play.pads, change);

/** Replaces the pattern by what a person made of it. */
export function setPadPattern(pattern: StepPattern): void {
  if (pattern === padPattern()) return;
  play.pads.pattern = held(pattern);
  play.pads.isTouched = true;
}

/** The current phrase. */
export function keysPhrase(): Phrase {
  return play.keys.phrase as Phrase;
}

/** Replaces the phrase. */
export function setKeysPhrase(phrase: Phrase): void {
  if (phrase !== keysPhrase()) play.keys.phrase = ref(phrase);
}

/** Merges a change into the keys, skipping fields that do not differ. */
export const patchKeys = (
  change: Partial<Pick<KeysState, 'patch' | 'isRunning' | 'isRecording'>>,
): void => merge(play.keys, change);

/** Changes settings of the patch that is played. */
export function setSynth(change: Partial<SynthSettings>): void {
  Object.assign(play.keys.settings[play.keys.patch], change);
}

/** Begins the keyboard of the patch that is played in another octave. */
export function setOctave(octave: number): void {
  play.keys.octaves[play.keys.patch] = clampOctave(octave);
}

export function patchMidi(change: Partial<MidiState>): void {
  Object.assign(play.midi, change);
}

/** Restores kept pads; an unknown kit changes nothing. */
export function restorePads({
  kit,
  pattern,
  isTouched,
}: {
  kit: string;
  pattern: StepPattern;
  isTouched: boolean;
}): void {
  patchPads({ isTouched, ...(KIT_NAMES.some(({ id }) => id === kit) && { kit }) });
  // An untouched pattern follows the draft's tempo.
  if (isTouched) play.pads.pattern = held(relayPattern(pattern, pattern.bars, play.barLength));
}

/** Takes up keys as they were kept. */
export function restoreKeys({
  patch,
  settings,
  octaves,
  phrase,
}: Pick<KeysState, 'patch' | 'settings' | 'octaves' | 'phrase'>): void {
  for (const { id } of PATCH_NAMES) {
    Object.assign(play.keys.settings[id], settings[id]);
    play.keys.octaves[id] = clampOctave(octaves[id]);
  }
  patchKeys({ patch });
  setKeysPhrase(resizePhrase(phrase, phrase.bars, play.barLength));
}

/** Key that the keyboard is locked to. */
export function setPlayKey(root: number, scale: number): void {
  if (play.root !== root) play.root = root;
  if (play.scale !== scale) play.scale = scale;
}

/** Tempo and metre of the draft; an untouched pattern becomes one of that tempo. */
export function setPlayTempo(bps: number, barLength: number): void {
  const isOther = play.bps !== bps || play.barLength !== barLength;
  if (!isOther) return;
  play.bps = bps;
  play.barLength = barLength;
  const { pattern, isTouched, isRunning } = play.pads;
  const fresh = !isTouched && !isRunning;
  play.pads.pattern = held(
    fresh
      ? patternOfBeat(beatForTempo(bps), barLength)
      : relayPattern(pattern as StepPattern, pattern.bars, barLength),
  );
  setKeysPhrase(resizePhrase(keysPhrase(), keysPhrase().bars, barLength));
}
