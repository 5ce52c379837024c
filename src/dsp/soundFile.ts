/** What the readers of WAV and AIFF share: their answer, their limits, their errors and the reading of samples. */

import {
  MAX_SOUND_CHANNELS,
  MAX_SOUND_RATE_HZ,
  MAX_SOUND_SEC,
  MIN_SOUND_RATE_HZ,
} from '../data/contract/constants.ts';

/** Sound as it was read from a file. */
export interface DecodedAudio {
  readonly sampleRate: number;
  /** Bits of a sample in the file. */
  readonly bitDepth: number;
  /** One or two, each of `length` frames, −1 to 1. */
  readonly channels: Float32Array<ArrayBuffer>[];
  /** Frames that were read. */
  readonly length: number;
  /** Frames that the file holds: more than `length` when it is longer than `MAX_SOUND_SEC`. */
  readonly totalFrames: number;
}

/** A file of more parts is no sound file. */
const MAX_CHUNKS = 4096;

export type SoundFileFault =
  | 'notAWav'
  | 'notPcmWav'
  | 'notAnAiff'
  | 'compressed'
  | 'damaged'
  | 'empty'
  /** Less sound than a loop can be made of. */
  | 'short'
  | 'channels'
  | 'rate'
  /** The browser cannot decode it. */
  | 'unreadable';

/** Why a file is no sound for us. The only thing that the readers throw. */
export class SoundFileError extends Error {
  readonly fault: SoundFileFault;

  constructor(fault: SoundFileFault, message: string) {
    super(message);
    this.name = 'SoundFileError';
    this.fault = fault;
  }
}

/** How samples stand in a file. */
export interface SampleCoding {
  readonly kind: 'signed' | 'unsigned' | 'float';
  /** Bytes of a sample: 1 to 4 for whole numbers, 4 or 8 for floating point. */
  readonly bytes: number;
  readonly isLittleEndian: boolean;
}

/** Four bytes as text, '' beyond the end. */
export function tagAt(view: DataView, at: number): string {
  if (at < 0 || at + 4 > view.byteLength) return '';
  return String.fromCharCode(
    view.getUint8(at),
    view.getUint8(at + 1),
    view.getUint8(at + 2),
    view.getUint8(at + 3),
  );
}

export interface Chunk {
  readonly tag: string;
  /** First byte of its content. */
  readonly at: number;
  /** Bytes that it says it has. */
  readonly declared: number;
  /** Bytes of them that the file has. */
  readonly size: number;
}

const isTag = (tag: string) => /^[\x20-\x7e]{4}$/.test(tag);

/**
 * The chunks of an IFF or RIFF file in order, up to its end. A chunk that says it is longer than the file ends the
 * list, with what is there. Padding behind odd chunks is expected, but its absence is survived.
 */
export function listChunks(view: DataView, isLittleEndian: boolean): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 12; at + 8 <= view.byteLength && chunks.length < MAX_CHUNKS; ) {
    const declared = view.getUint32(at + 4, isLittleEndian);
    const size = Math.min(declared, view.byteLength - at - 8);
    chunks.push({ tag: tagAt(view, at), at: at + 8, declared, size });
    at += 8 + size;
    if (size & 1 && !(isTag(tagAt(view, at)) && !isTag(tagAt(view, at + 1)))) at += 1;
  }
  return chunks;
}

type Reader = (view: DataView, at: number) => number;

const FLOATS: Record<number, (isLittleEndian: boolean) => Reader> = {
  4: (le) => (view, at) => view.getFloat32(at, le),
  8: (le) => (view, at) => view.getFloat64(at, le),
};

const WHOLES: Record<number, (isLittleEndian: boolean) => Reader> = {
  1: () => (view, at) => view.getInt8(at) / 0x80,
  2: (le) => (view, at) => view.getInt16(at, le) / 0x8000,
  3: (le) => (view, at) =>
    le
      ? ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 0x80_0000
      : ((view.getInt8(at) << 16) | view.getUint16(at + 1)) / 0x80_0000,
  4: (le) => (view, at) => view.getInt32(at, le) / 0x8000_0000,
};

function readerOf({ kind, bytes, isLittleEndian }: SampleCoding): Reader {
  if (kind === 'unsigned') return (view, at) => (view.getUint8(at) - 0x80) / 0x80;
  const make = (kind === 'float' ? FLOATS : WHOLES)[bytes];
  if (!make) throw new SoundFileError('damaged', `Samples of ${bytes} bytes are not known`);
  return make(isLittleEndian);
}

/** Not-a-number becomes silence; a file louder than full scale is brought down to it as a whole. */
function tame(channels: readonly Float32Array[]): void {
  let peak = 1;
  for (const channel of channels) {
    for (let n = 0; n < channel.length; n++) {
      const size = Math.abs(channel[n]!);
      if (!Number.isFinite(size)) channel[n] = 0;
      else if (size > peak) peak = size;
    }
  }
  if (peak === 1) return;
  for (const channel of channels) for (let n = 0; n < channel.length; n++) channel[n]! /= peak;
}

/** What a file says of its samples. */
export interface SampleFormat {
  readonly channels: number;
  readonly sampleRate: number;
  readonly bitDepth: number;
  readonly coding: SampleCoding;
}

/** Where the samples of a file are. */
interface SampleBlock extends SampleFormat {
  readonly view: DataView;
  /** First byte of the first frame. */
  readonly at: number;
  /** Bytes that there are. */
  readonly size: number;
  /** Frames that the file declares, where it does. */
  readonly declaredFrames?: number;
}

/** @throws SoundFileError when a file has more channels, or another sample rate, than we take */
export function checkFormat({
  channels,
  sampleRate,
}: Pick<SampleFormat, 'channels' | 'sampleRate'>): void {
  if (channels < 1 || channels > MAX_SOUND_CHANNELS) {
    throw new SoundFileError('channels', `The file has ${channels} channels`);
  }
  if (!(sampleRate >= MIN_SOUND_RATE_HZ && sampleRate <= MAX_SOUND_RATE_HZ)) {
    throw new SoundFileError('rate', `The file has ${sampleRate} samples a second`);
  }
}

/**
 * Reads interleaved samples into one array a channel: whole frames that are really there, `MAX_SOUND_SEC` at most.
 * Whole numbers are divided by 2^(bits − 1). Memory is taken for what is read only.
 * @throws SoundFileError
 */
export function readSamples(block: SampleBlock): DecodedAudio {
  if (block.channels < 1) throw new SoundFileError('damaged', 'The file has no channels');
  checkFormat(block);
  const { view, at, size, channels: count, sampleRate, bitDepth, coding } = block;
  const read = readerOf(coding);
  const frameBytes = coding.bytes * count;
  const present = Math.floor(Math.max(0, Math.min(size, view.byteLength - at)) / frameBytes);
  const totalFrames = Math.min(present, block.declaredFrames ?? present);
  if (totalFrames < 1) throw new SoundFileError('empty', 'The file holds no sound');
  const length = Math.min(totalFrames, MAX_SOUND_SEC * sampleRate);
  const channels = Array.from({ length: count }, () => new Float32Array(length));
  channels.forEach((channel, c) => {
    let from = at + c * coding.bytes;
    for (let n = 0; n < length; n++, from += frameBytes) channel[n] = read(view, from);
  });
  if (coding.kind === 'float') tame(channels);
  return { sampleRate, bitDepth, channels, length, totalFrames };
}
