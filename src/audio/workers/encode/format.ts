/** What the encoders make, and how they are asked. */
import { joinBytes } from '../../../dsp/joinBytes.ts';
import type { Tell } from '../serve.ts';

/** `ogg` is Ogg Vorbis, `flac` is FLAC of 24 bits. */
export type EncoderKind = 'ogg' | 'flac';

export interface EncoderOptions {
  readonly sampleRate: number;
  /** 1 or 2. */
  readonly channels: number;
  /** Vorbis quality, −1 to 10; left out, `OGG_QUALITY`. */
  readonly quality?: number;
  /** Frames of the whole sound: what comes first in a FLAC file says so, and what is written cannot be taken back. */
  readonly frames: number;
}

export type Bytes = Uint8Array<ArrayBuffer>;

export const MIME: Readonly<Record<EncoderKind, string>> = { ogg: 'audio/ogg', flac: 'audio/flac' };

/** About 190 kbit/s for stereo at 48 kHz. */
export const OGG_QUALITY = 6;

/** Channels of one piece of sound, all equally long, −1 to 1. */
export type Pcm = readonly Float32Array<ArrayBuffer>[];

/** An encoder on the thread that it runs on. Called in order, one call after the other. */
export interface EncoderCore {
  /**
   * @param tell called now and then while it is at work
   * @returns the next bytes of the file, as far as there are any yet
   */
  write(channels: Pcm, tell?: Tell): Promise<Bytes[]>;
  /** The last bytes of the file. Nothing may be written afterwards. */
  end(): Promise<Bytes[]>;
}

/** Pieces of bytes as one. */
export function joined(parts: readonly Uint8Array[]): Bytes {
  if (parts.length === 1) return parts[0]! as Bytes;
  return joinBytes(parts);
}
