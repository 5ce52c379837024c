/**
 * What makes sound here rather than plays it: opened by the first panel that needs it, fetched apart from the
 * engine. Pages and panels hold it through `Engine.studio()`. What is going on is read from `audio/state`.
 */
import type { Loop } from '../../data/contract/loop.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import type { Exporter } from '../export/Exporter.ts';
import type { FileImports } from './FileImports.ts';
import type { Keys, MidiPort, Pads } from './Instruments.ts';
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
   * Bounces slots that are used and on into one loop, kept on this device. Cancelled or failed, it keeps nothing.
   * @throws Error 'No media found for loop', 'Buffer loading cancelled for rifff'; RangeError when nothing of it sounds
   */
  mergeSlots(rifff: Rifff, slots: readonly number[], watch?: MergeWatch): Promise<MergedSlots>;
  /** Taking music away as files. */
  readonly exporter: Exporter;

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
   * @throws Error in words for people
   */
  encodeTrack(file: Blob): Promise<Blob>;
}
