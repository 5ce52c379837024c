/** Ogg Vorbis by libvorbis in WebAssembly. Its granule position ends on the last frame, so the length is exact. */
import { createEncoder } from 'wasm-media-encoders';
import wasmUrl from 'wasm-media-encoders/wasm/ogg.wasm?url';
import { once } from '../../loading/singleFlight.ts';
import { wasmBinary } from '../wasmBinary.ts';
import {
  type Bytes,
  type EncoderCore,
  type EncoderOptions,
  joined,
  OGG_QUALITY,
  type Pcm,
} from './format.ts';
import { withTwoPages } from './oggPages.ts';

/** Frames handed over at once: the encoder allocates what it is given. */
const CHUNK_FRAMES = 16_384;
/** A page and the headers before it are never larger. */
const ONE_PAGE_BYTES = 128 * 1024;

/** The encoder's code, fetched once. */
const encoderCode = once(async () => {
  const embedded = async () =>
    (await import('wasm-media-encoders/wasm/ogg.wasm?url&inline')).default;
  return (await wasmBinary(wasmUrl, embedded)).buffer;
});

/** An encoder of Ogg Vorbis. @throws Error when its binary cannot be loaded */
export async function openOgg(options: EncoderOptions): Promise<EncoderCore> {
  const encoder = await createEncoder('audio/ogg', await encoderCode());
  encoder.configure({
    channels: options.channels as 1 | 2,
    sampleRate: options.sampleRate,
    vbrQuality: options.quality ?? OGG_QUALITY,
    // The same sound makes the same file, so that sending it again is seen to be the same.
    oggSerialNo: 1,
  });
  // A file that may have only one page of sound is held back until that is known.
  let held: Bytes[] | null = [];
  let heldBytes = 0;
  const release = (made: Bytes[]): Bytes[] => {
    if (!held) return made;
    held.push(...made);
    heldBytes += made.reduce((sum, part) => sum + part.length, 0);
    if (heldBytes <= ONE_PAGE_BYTES) return [];
    const all = held;
    held = null;
    return all;
  };
  return {
    async write(channels: Pcm, tell) {
      const frames = channels[0]!.length;
      const made: Bytes[] = [];
      for (let from = 0; from < frames; from += CHUNK_FRAMES) {
        const chunk = channels.map((channel) => channel.subarray(from, from + CHUNK_FRAMES));
        // What comes back is a window on the encoder's memory.
        made.push(encoder.encode(chunk).slice() as Bytes);
        tell?.();
      }
      return release(made);
    },
    async end() {
      const last = release([encoder.finalize().slice() as Bytes]);
      return held ? withTwoPages(joined(held)) : last;
    },
  };
}
