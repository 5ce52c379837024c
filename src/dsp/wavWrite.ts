/**
 * Writes WAV files, whole or piece by piece. Sources: "Multimedia Programming Interface and Data Specifications
 * 1.0" (RIFF WAVE), and Microsoft's notes on WAVE_FORMAT_IEEE_FLOAT (which asks for a `fact` chunk).
 */
import { joinBytes } from './joinBytes.ts';

/** Bits of a sample: whole numbers of 16 or 24 bits, or 32-bit floating point. */
export type WavDepth = 16 | 24 | 'float';

export interface WavFormat {
  readonly sampleRate: number;
  /** Channels of the file, 1 or more. */
  readonly channels: number;
  readonly depth: WavDepth;
}

/** Format tags: whole numbers and floating point. */
const TAGS = { pcm: 1, float: 3 };
const UNKNOWN_SIZE = 0xffff_ffff;

/** Bytes of one sample of one channel. */
function wavSampleBytes(depth: WavDepth): number {
  return depth === 'float' ? 4 : depth / 8;
}

/** Largest number of frames that the 32-bit sizes of a WAV file can tell. */
function maxWavFrames({ channels, depth }: Omit<WavFormat, 'sampleRate'>): number {
  return Math.floor((UNKNOWN_SIZE - 64) / (channels * wavSampleBytes(depth)));
}

/**
 * Everything before the samples. It is equally long whatever the frames, so that a file whose length is not known
 * yet can begin with `frames` null and have its first bytes written again at the end; readers take the samples that
 * follow an unknown size.
 * @throws RangeError when so many frames do not fit into a WAV file
 */
export function wavHeader(format: WavFormat, frames: number | null): Uint8Array<ArrayBuffer> {
  const { sampleRate, channels, depth } = format;
  if (frames !== null && frames > maxWavFrames(format)) {
    throw new RangeError(`${frames} frames do not fit into a WAV file`);
  }
  const isFloat = depth === 'float';
  const frameBytes = channels * wavSampleBytes(depth);
  const headerBytes = isFloat ? 58 : 44;
  const dataBytes = frames === null ? UNKNOWN_SIZE : frames * frameBytes;
  const view = new DataView(new ArrayBuffer(headerBytes));
  let at = 0;
  const tag = (name: string) => {
    for (let i = 0; i < 4; i++) view.setUint8(at++, name.charCodeAt(i));
  };
  const u16 = (value: number) => {
    view.setUint16(at, value, true);
    at += 2;
  };
  const u32 = (value: number) => {
    view.setUint32(at, value, true);
    at += 4;
  };
  tag('RIFF');
  u32(frames === null ? UNKNOWN_SIZE : headerBytes - 8 + dataBytes + (dataBytes & 1));
  tag('WAVE');
  tag('fmt ');
  u32(isFloat ? 18 : 16);
  u16(isFloat ? TAGS.float : TAGS.pcm);
  u16(channels);
  u32(sampleRate);
  u32(sampleRate * frameBytes);
  u16(frameBytes);
  u16(8 * wavSampleBytes(depth));
  if (isFloat) {
    u16(0);
    tag('fact');
    u32(4);
    u32(frames ?? UNKNOWN_SIZE);
  }
  tag('data');
  u32(dataBytes);
  return new Uint8Array(view.buffer);
}

/** Where the samples of one channel go: the first byte, and the bytes from one to the next. */
interface Places {
  readonly first: number;
  readonly step: number;
}

/** Whole numbers of `bits` bits: full scale is 2^(bits − 1), held to what fits; NaN is silence. */
function putWhole(
  bytes: Uint8Array,
  samples: Float32Array,
  { first, step }: Places,
  bits: 16 | 24,
): void {
  const scale = 2 ** (bits - 1);
  for (let n = 0, at = first; n < samples.length; n++, at += step) {
    const rounded = Math.round(samples[n]! * scale);
    const value = (rounded >= scale ? scale - 1 : rounded < -scale ? -scale : rounded) | 0;
    // An array of bytes keeps the lowest eight bits of what is put into it.
    bytes[at] = value;
    bytes[at + 1] = value >> 8;
    if (bits === 24) bytes[at + 2] = value >> 16;
  }
}

function putFloats(bytes: Uint8Array, samples: Float32Array, { first, step }: Places): void {
  const view = new DataView(bytes.buffer);
  for (let n = 0, at = first; n < samples.length; n++, at += step) {
    view.setFloat32(at, samples[n]!, true);
  }
}

/**
 * Samples as in the file: interleaved, little-endian. Whole numbers are rounded and held to full scale;
 * floating point is written as it is.
 * @param channels equally long, −1 to 1
 */
export function wavFrames(
  channels: readonly Float32Array[],
  depth: WavDepth,
): Uint8Array<ArrayBuffer> {
  const sampleBytes = wavSampleBytes(depth);
  const step = channels.length * sampleBytes;
  const bytes = new Uint8Array((channels[0]?.length ?? 0) * step);
  channels.forEach((samples, c) => {
    const places = { first: c * sampleBytes, step };
    if (depth === 'float') putFloats(bytes, samples, places);
    else putWhole(bytes, samples, places, depth);
  });
  return bytes;
}

/** What follows the samples: a byte of nothing where they are odd in number, else nothing. */
export function wavTail({ channels, depth }: WavFormat, frames: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array((frames * channels * wavSampleBytes(depth)) & 1);
}

/**
 * A whole WAV file.
 * @param channels one or more, equally long, −1 to 1
 * @throws RangeError when so many frames do not fit into a WAV file
 */
export function encodeWav(
  channels: readonly Float32Array[],
  sampleRate: number,
  depth: WavDepth,
): Uint8Array<ArrayBuffer> {
  const frames = channels[0]?.length ?? 0;
  const format: WavFormat = { sampleRate, channels: channels.length, depth };
  const parts = [wavHeader(format, frames), wavFrames(channels, depth), wavTail(format, frames)];
  return joinBytes(parts);
}
