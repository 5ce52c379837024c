/** Writes WAV and AIFF files for tests, byte by byte and with every liberty that the formats have. */
import { joinBytes } from '../joinBytes.ts';

export const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Bytes of a number, `count` of them, the least first or last. */
export function wholeBytes(value: number, count: number, isLittleEndian: boolean): Uint8Array {
  const bytes = Uint8Array.from({ length: count }, (_, i) => Math.floor(value / 256 ** i) & 0xff);
  return isLittleEndian ? bytes : bytes.reverse();
}

export const join = (...parts: readonly Uint8Array[]) => joinBytes(parts);

/** A chunk with its padding; `says` is a size that it claims in place of its own. */
export function chunk(
  tag: string,
  content: Uint8Array,
  isLittleEndian: boolean,
  says = content.length,
): Uint8Array {
  const pad = new Uint8Array(content.length & 1);
  return join(ascii(tag), wholeBytes(says, 4, isLittleEndian), content, pad);
}

export interface Pcm {
  readonly sampleRate: number;
  /** Bits of a sample: 8, 16, 24 or 32. */
  readonly bits: number;
  /** Whole numbers as the format holds them, one row a frame. */
  readonly frames: readonly (readonly number[])[];
}

/** Samples as WAV keeps them: eight bits are counted from 128. */
export function wavData({ bits, frames }: Pcm): Uint8Array {
  const coded = frames.flat().map((value) => (bits === 8 ? value + 128 : value));
  return join(...coded.map((value) => wholeBytes(value, bits / 8, true)));
}

/** The content of a `fmt ` chunk; `isExtensible` puts the coding into its sub-format. */
export function wavFormat(pcm: Pcm, tag = 1, isExtensible = false): Uint8Array {
  const channels = pcm.frames[0]?.length ?? 1;
  const frameBytes = (channels * pcm.bits) / 8;
  const little = (value: number, count: number) => wholeBytes(value, count, true);
  const plain = join(
    little(isExtensible ? 0xfffe : tag, 2),
    little(channels, 2),
    little(pcm.sampleRate, 4),
    little(pcm.sampleRate * frameBytes, 4),
    little(frameBytes, 2),
    little(pcm.bits, 2),
  );
  if (!isExtensible) return plain;
  const rest = Uint8Array.of(0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71);
  return join(plain, little(22, 2), little(pcm.bits, 2), little(3, 4), little(tag, 2), rest);
}

/** A RIFF WAVE file of chunks. */
export function wavFile(...chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = join(ascii('WAVE'), ...chunks);
  return join(ascii('RIFF'), wholeBytes(body.length, 4, true), body);
}

/** A positive whole sample rate as an 80-bit float. */
export function extended(rate: number): Uint8Array {
  const exponent = Math.floor(Math.log2(rate));
  const mantissa = BigInt(rate) << BigInt(63 - exponent);
  return join(
    wholeBytes(16_383 + exponent, 2, false),
    wholeBytes(Number(mantissa >> 32n), 4, false),
    wholeBytes(Number(mantissa & 0xffff_ffffn), 4, false),
  );
}

/** The content of a COMM chunk; `coding` makes it one of AIFC. */
export function aiffCommon(pcm: Pcm, coding?: string, says = pcm.frames.length): Uint8Array {
  const big = (value: number, count: number) => wholeBytes(value, count, false);
  return join(
    big(pcm.frames[0]?.length ?? 1, 2),
    big(says, 4),
    big(pcm.bits, 2),
    extended(pcm.sampleRate),
    ...(coding ? [ascii(coding), Uint8Array.of(0, 0)] : []),
  );
}

/** The content of an SSND chunk, its samples `offset` bytes in. */
export function aiffSound({ bits, frames }: Pcm, isLittleEndian = false, offset = 0): Uint8Array {
  return join(
    wholeBytes(offset, 4, false),
    wholeBytes(0, 4, false),
    new Uint8Array(offset),
    ...frames.flat().map((value) => wholeBytes(value, bits / 8, isLittleEndian)),
  );
}

/** A FORM file of chunks. */
export function aiffFile(
  form: 'AIFF' | 'AIFC',
  ...chunks: readonly Uint8Array[]
): Uint8Array<ArrayBuffer> {
  const body = join(ascii(form), ...chunks);
  return join(ascii('FORM'), wholeBytes(body.length, 4, false), body);
}
