/** Encoders as the rest of the sound uses them: a stream of samples in, a file out, in a worker. */
import type { SoundSamples } from '../../studio/Studio.ts';
import { studioPool } from '../studioPool.ts';
import { type Bytes, type EncoderKind, type EncoderOptions, MIME, type Pcm } from './format.ts';

/** A file being encoded. */
export interface SoundEncoder {
  /**
   * Takes the next frames and resolves with the next bytes of the file when they are encoded, so that a caller that
   * waits for them never fills memory.
   * @param channels as many as were declared, all equally long; they are copied, unless they are given away
   */
  write(channels: Pcm, how?: 'copied' | 'given'): Promise<Bytes>;
  /** The last bytes of the file. The encoder is gone afterwards. */
  end(): Promise<Bytes>;
  /** Ends the encoder and rejects its open calls. */
  cancel(): void;
}

/**
 * Opens an encoder.
 * @param kind `ogg` for Ogg Vorbis, `flac` for FLAC of 24 bits
 * @throws Error when it cannot be loaded or does not take these options
 */
export async function createEncoder(
  kind: EncoderKind,
  options: EncoderOptions,
): Promise<SoundEncoder> {
  const lease = await studioPool.lease({ priority: 'next' });
  const orEnd = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (error) {
      lease.end();
      throw error;
    }
  };
  await orEnd(lease.run('openEncoder', { kind, options }));
  let written = 0;
  return {
    async write(channels, how) {
      const frames = channels[0]?.length ?? 0;
      if (channels.length !== options.channels || channels.some((c) => c.length !== frames)) {
        throw new RangeError(
          `an encoder of ${options.channels} channels takes as many, equally long`,
        );
      }
      written += frames;
      if (frames === 0) return new Uint8Array();
      const transfer = how === 'given' ? channels.map(({ buffer }) => buffer) : [];
      return orEnd(lease.run('encode', channels, { transfer }));
    },
    async end() {
      if (written !== options.frames) {
        lease.end();
        throw new RangeError(`${written} frames came instead of ${options.frames}`);
      }
      const bytes = await orEnd(lease.run('endEncoder', undefined));
      lease.end();
      return bytes;
    },
    cancel: () => lease.end(),
  };
}

async function encodeWhole(
  kind: EncoderKind,
  { channels, sampleRate }: SoundSamples,
  quality?: number,
): Promise<Blob> {
  const encoder = await createEncoder(kind, {
    sampleRate,
    channels: channels.length,
    frames: channels[0]!.length,
    ...(quality !== undefined && { quality }),
  });
  const parts = [await encoder.write(channels), await encoder.end()];
  return new Blob(parts, { type: MIME[kind] });
}

/** A whole sound as Ogg Vorbis of exactly its frames. @param quality Vorbis quality, −1 to 10 */
export function encodeOgg(sound: SoundSamples, quality?: number): Promise<Blob> {
  return encodeWhole('ogg', sound, quality);
}

/** A whole sound as FLAC of 24 bits and exactly its frames. */
export function encodeFlac(sound: SoundSamples): Promise<Blob> {
  return encodeWhole('flac', sound);
}
