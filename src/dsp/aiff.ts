/**
 * Reads AIFF and uncompressed AIFC files. Sources: Apple's "Audio Interchange File Format: AIFF, version 1.3" and
 * "AIFF-C, draft 08/26/91"; the codings that came later as QuickTime names them.
 */
import { MESSAGES } from '../data/contract/messages.ts';
import {
  type Chunk,
  type DecodedAudio,
  listChunks,
  readSamples,
  type SampleCoding,
  type SampleFormat,
  SoundFileError,
  tagAt,
} from './soundFile.ts';

/** Codings of AIFC that are not compressed; `bytes` where the coding says it rather than the sample size. */
const CODINGS: Readonly<Record<string, Omit<SampleCoding, 'bytes'> & { readonly bytes?: number }>> =
  {
    NONE: { kind: 'signed', isLittleEndian: false },
    none: { kind: 'signed', isLittleEndian: false },
    twos: { kind: 'signed', isLittleEndian: false },
    sowt: { kind: 'signed', isLittleEndian: true },
    'raw ': { kind: 'unsigned', isLittleEndian: false, bytes: 1 },
    in24: { kind: 'signed', isLittleEndian: false, bytes: 3 },
    in32: { kind: 'signed', isLittleEndian: false, bytes: 4 },
    '42ni': { kind: 'signed', isLittleEndian: true, bytes: 3 },
    '23ni': { kind: 'signed', isLittleEndian: true, bytes: 4 },
    fl32: { kind: 'float', isLittleEndian: false, bytes: 4 },
    FL32: { kind: 'float', isLittleEndian: false, bytes: 4 },
    fl64: { kind: 'float', isLittleEndian: false, bytes: 8 },
    FL64: { kind: 'float', isLittleEndian: false, bytes: 8 },
  };

const notAnAiff = () => new SoundFileError('notAnAiff', MESSAGES.notAnAiff);

/**
 * An 80-bit extended float, as AIFF keeps sample rates: sign and exponent in two bytes, then a mantissa of 64 bits
 * whose first bit is written out (IEEE 754, SANE extended).
 * @returns NaN for anything that is no positive finite number
 */
export function readExtended(view: DataView, at: number): number {
  const exponent = view.getUint16(at);
  if (exponent === 0 || exponent >= 0x7fff) return Number.NaN;
  const high = view.getUint32(at + 2);
  const low = view.getUint32(at + 6);
  return (high * 2 ** 32 + low) * 2 ** (exponent - 16_383 - 63);
}

interface CommonChunk extends SampleFormat {
  readonly frames: number;
}

function readCommon(view: DataView, { at, size }: Chunk, isAifc: boolean): CommonChunk {
  if (size < (isAifc ? 22 : 18)) throw notAnAiff();
  const sampleSize = view.getInt16(at + 6);
  const name = isAifc ? tagAt(view, at + 18) : 'NONE';
  const known = Object.hasOwn(CODINGS, name) ? CODINGS[name] : undefined;
  if (!known) throw new SoundFileError('compressed', `Cannot decode AIFF file coded as '${name}'`);
  const bytes = known.bytes ?? Math.ceil(sampleSize / 8);
  if (bytes < 1 || (known.kind !== 'float' && bytes > 4)) {
    throw new SoundFileError('damaged', `Samples of ${sampleSize} bits are not known`);
  }
  return {
    channels: view.getInt16(at),
    frames: view.getUint32(at + 2),
    sampleRate: Math.round(readExtended(view, at + 8)),
    bitDepth: known.bytes ? 8 * bytes : sampleSize,
    coding: { kind: known.kind, bytes, isLittleEndian: known.isLittleEndian },
  };
}

/**
 * Reads an AIFF or AIFC file: FORM header, AIFF or AIFC tag, whole numbers of up to 32 bits in either byte order or
 * floating point, one or two channels, 8 to 192 kHz. Sizes that promise more than the file has are not believed.
 * @returns at most `MAX_SOUND_SEC` of it
 * @throws SoundFileError 'File is not an AIFF' or another fault; nothing else
 */
export function decodeAiff(bytes: Uint8Array): DecodedAudio {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const form = tagAt(view, 8);
  if (tagAt(view, 0) !== 'FORM' || (form !== 'AIFF' && form !== 'AIFC')) throw notAnAiff();
  const chunks = listChunks(view, false);
  const common = chunks.find(({ tag }) => tag === 'COMM');
  if (!common) throw notAnAiff();
  const { frames, ...described } = readCommon(view, common, form === 'AIFC');
  const sound = chunks.find(({ tag }) => tag === 'SSND');
  // A stream that was never finished has neither a size of its samples nor a number of frames.
  const size = sound?.declared === 0 ? view.byteLength - sound.at : (sound?.size ?? 0);
  if (!sound || size < 8) throw new SoundFileError('empty', 'The file holds no sound');
  // Samples begin behind the offset and the block size, and as far on as the offset says.
  const skip = 8 + view.getUint32(sound.at);
  return readSamples({
    view,
    at: Math.min(sound.at + skip, view.byteLength),
    size: Math.max(0, size - skip),
    ...described,
    ...(frames > 0 && { declaredFrames: frames }),
  });
}
