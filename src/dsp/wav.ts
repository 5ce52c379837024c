/**
 * Reads WAV files. Sources: "Multimedia Programming Interface and Data Specifications 1.0" (RIFF WAVE), and
 * Microsoft's "Multiple channel audio data and WAVE files" (WAVE_FORMAT_EXTENSIBLE).
 */
import { MESSAGES } from '../data/contract/messages.ts';
import {
  type Chunk,
  type DecodedAudio,
  listChunks,
  readSamples,
  type SampleFormat,
  SoundFileError,
  tagAt,
} from './soundFile.ts';

const PCM = 1;
const IEEE_FLOAT = 3;
const EXTENSIBLE = 0xfffe;
/** What follows the two bytes of the format tag in the GUID of a sub-format. */
const GUID_REST = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71];

const notAWav = () => new SoundFileError('notAWav', MESSAGES.notAWav);
const notPcm = () => new SoundFileError('notPcmWav', MESSAGES.notPcmWav);

/** The format tag, looked up in the sub-format where the file is extensible. */
function formatTag(view: DataView, { at, size }: Chunk): number {
  const tag = view.getUint16(at, true);
  if (tag !== EXTENSIBLE) return tag;
  if (size < 40) throw notPcm();
  if (GUID_REST.some((byte, i) => view.getUint8(at + 26 + i) !== byte)) throw notPcm();
  return view.getUint16(at + 24, true);
}

function readFormat(view: DataView, chunk: Chunk): SampleFormat {
  if (chunk.size < 16) throw notAWav();
  const tag = formatTag(view, chunk);
  if (tag !== PCM && tag !== IEEE_FLOAT) throw notPcm();
  const channels = view.getUint16(chunk.at + 2, true);
  const sampleRate = view.getUint32(chunk.at + 4, true);
  const frameBytes = view.getUint16(chunk.at + 12, true);
  const bitDepth = view.getUint16(chunk.at + 14, true);
  // The samples fill their bytes from the top, so that 20 bits in three bytes read as 24.
  const bytes = Math.ceil(bitDepth / 8);
  const isKnown = tag === PCM ? bytes >= 1 && bytes <= 4 : bitDepth === 32 || bitDepth === 64;
  if (!isKnown) throw notPcm();
  if (frameBytes !== 0 && frameBytes !== bytes * channels) {
    throw new SoundFileError('damaged', 'The format of the WAV file contradicts itself');
  }
  const kind = tag === IEEE_FLOAT ? 'float' : bytes === 1 ? 'unsigned' : 'signed';
  return { channels, sampleRate, bitDepth, coding: { kind, bytes, isLittleEndian: true } };
}

/** Bytes of the samples: up to the end of the file where a broken-off or streamed recording never said how many. */
function dataSize(view: DataView, { at, declared, size }: Chunk): number {
  const isUnfinished = declared === 0 && view.getUint32(4, true) <= 36;
  return isUnfinished ? view.byteLength - at : size;
}

/**
 * Reads a WAV file: RIFF header, WAVE tag, PCM of 8, 16, 24 or 32 bits or floating point of 32 or 64, plain or
 * extensible, one or two channels, 8 to 192 kHz. Unknown chunks are passed over. Sizes that promise more than the
 * file has are not believed.
 * @returns at most `MAX_SOUND_SEC` of it
 * @throws SoundFileError 'File is not a WAV', 'Cannot decode non-PCM encoded WAV file', or another fault; nothing else
 */
export function decodeWav(bytes: Uint8Array): DecodedAudio {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (tagAt(view, 0) !== 'RIFF' || tagAt(view, 8) !== 'WAVE') throw notAWav();
  const chunks = listChunks(view, true);
  const format = chunks.find(({ tag }) => tag === 'fmt ');
  if (!format) throw notAWav();
  const described = readFormat(view, format);
  const data = chunks.find(({ tag }) => tag === 'data');
  if (!data) throw new SoundFileError('empty', 'The file holds no sound');
  return readSamples({ view, at: data.at, size: dataSize(view, data), ...described });
}
