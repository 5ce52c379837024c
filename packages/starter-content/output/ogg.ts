import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { encodeVorbis } from '../../../src/dsp/encodeVorbis.ts';
import { readOggPages } from './oggPages.ts';

/** The package's own loader would bring its MP3 encoder along, so the Ogg module is opened directly. */
async function compile(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/ogg.wasm');
  return WebAssembly.compile(await readFile(path));
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** Encodes stereo at 48 kHz as Ogg Vorbis; see `encodeVorbis`. */
export async function encodeOgg(
  channels: [Float32Array, Float32Array],
  serial: number,
  quality?: number,
): Promise<Uint8Array> {
  compiled ??= compile();
  return encodeVorbis(await compiled, channels, serial, quality);
}

/** Sound out of an encoded file. */
export interface DecodedAudio {
  channels: Float32Array[];
  sampleRate: number;
  frames: number;
}

/**
 * Decodes Ogg Vorbis. A damaged page, a cut file, or a length other than the one that the last page states
 * throws an Error: the decoder itself passes over damage in silence.
 */
export async function decodeOgg(bytes: Uint8Array): Promise<DecodedAudio> {
  const pages = readOggPages(bytes);
  const damaged = pages.find((page) => !page.isIntact);
  if (damaged) throw new Error(`Ogg page at byte ${damaged.offset} has a wrong checksum`);
  const last = pages.at(-1);
  if (!last?.isLast) throw new Error('the Ogg stream has no last page');
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  try {
    const { channelData, samplesDecoded, sampleRate } = await decoder.decodeFile(bytes);
    if (BigInt(samplesDecoded) !== last.granule) {
      throw new Error(`${samplesDecoded} frames decoded, but the file states ${last.granule}`);
    }
    return { channels: channelData, sampleRate, frames: samplesDecoded };
  } finally {
    decoder.free();
  }
}
