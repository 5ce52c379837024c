/** What the encoders make, and how they are asked. */

/** `ogg` is Ogg Vorbis, `flac` is FLAC of 24 bits. */
export type EncoderKind = 'ogg' | 'flac';

export interface EncoderOptions {
  readonly sampleRate: number;
  /** 1 or 2. */
  readonly channels: number;
  /** Vorbis quality, −1 to 10; left out, `OGG_QUALITY`. */
  readonly quality?: number;
}

export const MIME: Readonly<Record<EncoderKind, string>> = { ogg: 'audio/ogg', flac: 'audio/flac' };

/** About 190 kbit/s for stereo at 48 kHz. */
export const OGG_QUALITY = 6;

/** Channels of one piece of sound, all equally long, −1 to 1. */
export type Pcm = readonly Float32Array<ArrayBuffer>[];

/** An encoder on the thread that it runs on. Called in order, one call after the other. */
export interface EncoderCore {
  write(channels: Pcm): Promise<void>;
  /** The whole file. Nothing may be written afterwards. */
  end(): Promise<Blob>;
}
