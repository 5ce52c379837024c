/**
 * What makes sound here rather than plays it: opened by the first panel that needs it, fetched apart from the
 * engine. Pages and panels hold it through `Engine.studio()`. What is going on is read from `audio/state`.
 */

import type { Loop } from '../../data/contract/loop.ts';
import type { LoopOrder } from '../../data/contract/making.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import type { LoopCut } from '../../data/rules/recording/imports.ts';
import type { ClockPlace } from '../../data/rules/time/midiClockIn.ts';
import type { Exporter } from '../export/Exporter.ts';
import type { Recorder } from './record/Recorder.ts';

/** Samples of one sound: a channel is one array, −1 to 1; all channels are equally long. */
export interface SoundSamples {
  readonly channels: readonly Float32Array<ArrayBuffer>[];
  readonly sampleRate: number;
}

/** What is said of a new loop; its sound says the rest. */
export interface NewLoop {
  readonly name: string;
  /** A slug of `categories.ts`, or `?`. */
  readonly category: string;
  /** Quarter notes per second. */
  readonly bps: number;
  /** Sixteenths in a bar. */
  readonly barLength: number;
  readonly length16ths: number;
  readonly userName: string;
  readonly root?: number;
  readonly scale?: number;
}

/** The files that a loop is uploaded as, both of exactly `frames` frames. */
export interface LoopFiles {
  /** Ogg Vorbis. */
  readonly ogg: Blob;
  /** FLAC of 24 bits: the master. */
  readonly flac: Blob;
  readonly frames: number;
}

/** Sound of files, and files of sound. */
export interface StudioCodec {
  /**
   * Decodes Ogg Vorbis or FLAC at its own rate, cut to the frames that it says it has. @throws Error where it is
   * damaged
   */
  decode(file: Blob, facts: { sampleRate: number; frames: number }): Promise<SoundSamples>;
  /** Ogg Vorbis, and FLAC where it is asked for; both are decoded again and compared. @throws Error */
  encode(sound: SoundSamples, wantsMaster: boolean): Promise<{ ogg: Blob; flac?: Blob }>;
}

/** Slots bounced into one loop, and the gain of a slot at which it is as loud as they were together. */
export interface MergedSlots {
  readonly loop: Loop;
  readonly gain: number;
}

/** Watches over a merge. */
export interface MergeWatch {
  readonly signal?: AbortSignal;
  /** What is being done now, in a word. */
  step?(text: 'Rendering' | 'Keeping'): void;
}

/** For whom a loop is made. */
export interface MakeOptions {
  readonly userName: string;
  /** Gives it up: nothing is kept then. */
  readonly signal?: AbortSignal;
}

export interface Studio {
  readonly pads: Pads;
  readonly keys: Keys;
  readonly midi: MidiPort;
  /**
   * Makes a loop of samples and keeps them on this device until they are uploaded.
   * @param samples 48 kHz, one or two channels, exactly round(seconds · 48000) frames of one pass
   * @throws RangeError when the frames are not one pass of the declared length; Error when it cannot be measured
   */
  keepLoop(samples: SoundSamples, about: NewLoop): Promise<Loop>;

  /**
   * Has a new loop made by the synthesiser and keeps it on this device until it is uploaded. The same order sounds the
   * same each time.
   * @returns its document, with `isRandom`, and the order as `made`
   * @throws Error 'Buffer loading cancelled for rifff' when given up; Error when it cannot be made
   */
  make(order: LoopOrder, options: MakeOptions): Promise<Loop>;

  /**
   * Bounces slots that are used and on into one loop, kept on this device. Cancelled or failed, it keeps nothing.
   * @throws Error 'No media found for loop', 'Buffer loading cancelled for rifff'; RangeError when nothing of it sounds
   */
  mergeSlots(rifff: Rifff, slots: readonly number[], watch?: MergeWatch): Promise<MergedSlots>;
  /** TakeCutter music away as files. */
  readonly exporter: Exporter;
  /** What decodes and encodes loops that are brought in from elsewhere. */
  readonly codec: StudioCodec;

  /** Bringing sound in from files. */
  readonly files: FileImports;

  /** Records the microphone, a line, or the instruments that are played here. */
  readonly recorder: Recorder;

  /**
   * Encodes a loop that was kept on this device and compares what it decodes to with what it was made of.
   * @throws Error when this device has no sound of it, or when a file does not decode to it
   */
  encodeLoop(loop: Loop): Promise<LoopFiles>;

  /**
   * A file as a server takes it as a track: Ogg Vorbis or FLAC as they are, anything else encoded as Ogg Vorbis.
   * @param maxSec seconds that it may last; five minutes unless given
   * @throws Error in words for people
   */
  encodeTrack(file: Blob, maxSec?: number): Promise<Blob>;
}

/** Sixteen drum sounds and the steps that play them. */
export interface Pads {
  /**
   * Makes the sounds of the kit that the state names, if they are not there yet; needs no gesture.
   * @throws Error when they cannot be made
   */
  load(): Promise<void>;
  /**
   * Sounds a pad at once, and writes it into the pattern while that runs and is being written. Call it inside a
   * gesture.
   * @param velocity linear gain, 0 to 1
   */
  hit(pad: number, velocity: number): void;
  /** Plays the pattern: on the grid of the rifff that plays, or alone at the state's tempo. */
  start(): Promise<void>;
  stop(): void;
  /** Stops on the beat on which a loop that is ready now begins, so that the loop takes over. */
  stopOnBeat(): void;
  /** Place in the pattern that is heard now, in sixteenths with fractions, or −1. */
  position16ths(): number;
  /** When each pad was hit last by hand, in milliseconds of `performance.now()`; per-frame data. */
  readonly hitMs: Float64Array;
  /**
   * The pattern as one pass of a loop at a tempo, exact to the frame.
   * @param bps quarter notes per second
   */
  render(bps: number): Promise<SoundSamples>;
}

/** A keyboard in the key of the rifff, and the phrase that it records. */
export interface Keys {
  /**
   * Sounds a note at once, and holds it. Call it inside a gesture.
   * @param source what plays it, for instance a finger or a key: it also lets go
   * @param velocity 0 to 1
   */
  noteOn(source: string, midi: number, velocity: number): void;
  /** Lets go of what a source holds; with the pedal down it rings on. */
  noteOff(source: string): void;
  /** Pedal: while it is down, released notes ring on. */
  sustain(isDown: boolean): void;
  /** Lets go of everything. */
  silence(): void;
  /**
   * Lets the phrase go round, on the grid of the rifff that plays or alone. Recording alone begins after a bar of
   * clicks.
   */
  start(): Promise<void>;
  stop(): void;
  /** Stops on the beat on which a loop that is ready now begins, so that the loop takes over. */
  stopOnBeat(): void;
  /** Place in the phrase that is heard now, in sixteenths with fractions; −1 when it does not go round. */
  position16ths(): number;
  /** Notes that are held or played now, by MIDI number: 1 or 0; per-frame data. */
  readonly held: Uint8Array;
  /**
   * The phrase as one pass of a loop at a tempo, exact to the frame.
   * @param bps quarter notes per second
   */
  render(bps: number): Promise<SoundSamples>;
}

/** Instruments that are plugged in. */
export interface MidiPort {
  /** Asks the person for them; state says what came of it. */
  ask(): Promise<void>;
  /** Takes them when the person has allowed it before, without a question. */
  askIfAllowed(): Promise<void>;
  /** Sends the clock of what plays to what was chosen, or stops it. Call `ask` first. */
  sendClock(isSent: boolean): Promise<void>;
  /** Chooses what hears the clock and what it is heard from, by ids; '' for everything that is plugged in. */
  chooseClock(choice: { readonly output?: string; readonly source?: string }): void;
  /** Tempo and place of a clock that comes in; null for none. State has its tempo. */
  clock(): ClockPlace | null;
}

/** A file as a person gave it. */
export interface GivenFile {
  readonly file: File;
  /** With its folder, where it came with one. */
  readonly path: string;
}

export interface ImportHints {
  /** Quarter notes per second of the rifff that they are for, or null when it is empty. */
  readonly rifffBps: number | null;
  /** Sixteenths in a bar. */
  readonly barLength: number;
}

export interface FileImports {
  /** Lists files and begins to read them; each is ready, or refused with a reason, on its own. */
  add(files: readonly GivenFile[], hints: ImportHints): void;
  /** Takes a file off the list and stops what is done for it. */
  remove(id: string): void;
  /** Takes every file off the list. */
  clear(): void;
  /** Sets place, tempo and length of a file; of all its stems while they are set together. */
  setCut(id: string, change: (cut: LoopCut) => LoopCut): void;
  /** Largest magnitude in each bin over what was read, 255 is the loudest; undefined until it is. */
  outline(id: string): Uint8Array | undefined;
  /** Lets a file be heard as the loop that it would become, with a metronome if that is on. Call it in a gesture. */
  audition(id: string): Promise<void>;
  stopAudition(): void;
  setMetronome(isOn: boolean): void;
  /**
   * Makes the loop of a file and keeps it on this device.
   * @throws Error when it cannot be made; the file stays on the list
   */
  make(id: string, userName: string): Promise<Loop>;
}
