/** Kinds of sound files, what they say of themselves in their first bytes, and what decoding finds in them. */
import type { LoopAnalysis } from '../../../src/dsp/loopAnalysis.ts';

export type SoundKind = 'ogg' | 'flac';

export const SOUND_MIME: Readonly<Record<SoundKind, string>> = {
  ogg: 'audio/ogg',
  flac: 'audio/flac',
};

/** A fault of a file, in words for the one who sent it; the message begins with "it". */
export class SoundFault extends Error {
  /** Which of several files it is; left out where that is not known. */
  readonly at: number | undefined;

  constructor(message: string, { at, ...options }: ErrorOptions & { at?: number } = {}) {
    super(message, options);
    this.at = at;
  }
}

export interface SoundHead {
  readonly kind: SoundKind;
  readonly sampleRate: number;
  readonly channels: number;
}

/** What is measured of a sound: its whole peaks, as a track shows them, or one pass of a loop. */
export type SoundMeasure =
  | { readonly of: 'track' }
  | {
      readonly of: 'loop';
      readonly from: number;
      readonly frames: number;
      readonly length16ths: number;
    };

/** One file to decode, and what of it to measure. */
export interface DecodeFile {
  readonly path: string;
  readonly kind: SoundKind;
  readonly sampleRate: number;
  readonly channels: number;
  /** Decoding ends with a fault beyond these. */
  readonly maxFrames: number;
  /** Left out, nothing is. */
  readonly measure?: SoundMeasure;
}

export interface SoundFacts {
  readonly kind: SoundKind;
  readonly sampleRate: number;
  readonly channels: number;
  /** Really decoded. */
  readonly frames: number;
  /** Of a track that was to be measured; base64 as a track has them. */
  readonly peaks?: string;
  /** Of the pass that was asked for, where the file has it. */
  readonly analysis?: LoopAnalysis;
}

/** Files of one sender that belong together; the first that cannot be used ends the job. */
export interface DecodeJob {
  readonly files: readonly DecodeFile[];
}

/** Of every file, or why the one at `at` cannot be used. */
export type DecodeAnswer =
  | { readonly facts: SoundFacts[] }
  | { readonly at: number; readonly fault: string; readonly detail: string };

/** A length in words, as in `75 seconds at 192000 Hz`; the rate is named where it is a high one. */
export function secondsOf(frames: number, sampleRate: number): string {
  const seconds = `${Math.floor(frames / sampleRate)} seconds`;
  return sampleRate > 48_000 ? `${seconds} at ${sampleRate} Hz` : seconds;
}

/** First bytes that are needed. */
export const HEAD_BYTES = 64;

const startsWith = (bytes: Buffer, text: string, at = 0) =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));

/** Vorbis I, section 4.2.2, inside the first Ogg page, whose one packet begins at byte 28. */
function oggVorbis(bytes: Buffer): SoundHead | null {
  if (bytes.length < 58 || !startsWith(bytes, 'OggS') || !startsWith(bytes, '\x01vorbis', 28)) {
    return null;
  }
  return { kind: 'ogg', channels: bytes[39]!, sampleRate: bytes.readUInt32LE(40) };
}

/** RFC 9639, section 8.2. */
function flac(bytes: Buffer): SoundHead | null {
  const isStreamInfo = startsWith(bytes, 'fLaC') && bytes.length >= 42 && (bytes[4]! & 0x7f) === 0;
  if (!isStreamInfo) return null;
  const fields = bytes.readUInt32BE(18);
  return { kind: 'flac', sampleRate: fields >>> 12, channels: ((fields >>> 9) & 7) + 1 };
}

/** Kind, rate and channels of a file, or null when it is neither Ogg Vorbis nor FLAC. */
export function sniffSound(head: Buffer): SoundHead | null {
  return oggVorbis(head) ?? flac(head);
}
