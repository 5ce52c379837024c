/** What a file of sound is, told by its bytes alone. */
import { decodeAiff } from '../../../dsp/aiff.ts';
import type { DecodedAudio } from '../../../dsp/soundFile.ts';
import {
  flacFrames,
  isFlac,
  isOggVorbis,
  sniffSampleRate,
  vorbisFrames,
} from '../../../dsp/soundHead.ts';
import { decodeWav } from '../../../dsp/wav.ts';
import { bytesOf } from './blobBytes.ts';

/** Five minutes of stereo in 32 bits at 192 kHz are more; a loop of a minute is a tenth of it. */
export const MAX_SOUND_BYTES = 256 * 1024 * 1024;

export interface SoundFacts {
  readonly kind: 'ogg' | 'flac' | 'wav' | 'aiff';
  readonly sampleRate: number;
  readonly frames: number;
}

/** Decoded samples of a file that is not compressed. */
export interface PlainSound {
  readonly facts: SoundFacts;
  /** Null where a decoder is needed. */
  readonly samples: DecodedAudio | null;
}

const tag = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

/**
 * Reads a file as far as it goes without a decoder.
 * @throws Error with a sentence for people where it is no sound that we take
 */
export async function plainSound(file: Blob): Promise<PlainSound> {
  if (file.size === 0) throw new Error('the file is empty');
  if (file.size > MAX_SOUND_BYTES) throw new Error('the file is too long for a loop');
  const bytes = await bytesOf(file);
  const outer = tag(bytes, 0);
  if (outer === 'RIFF' || outer === 'FORM') {
    const samples = outer === 'RIFF' ? decodeWav(bytes) : decodeAiff(bytes);
    const kind = outer === 'RIFF' ? 'wav' : 'aiff';
    const { sampleRate, totalFrames } = samples;
    return { facts: { kind, sampleRate, frames: totalFrames }, samples };
  }
  const kind = isOggVorbis(bytes) ? 'ogg' : isFlac(bytes) ? 'flac' : null;
  if (kind === null) throw new Error('the file is neither Ogg Vorbis nor FLAC, WAV or AIFF');
  const sampleRate = sniffSampleRate(bytes.buffer);
  const frames = kind === 'ogg' ? vorbisFrames(bytes) : flacFrames(bytes);
  if (!sampleRate || !frames) throw new Error('the file does not say how long it is');
  return { facts: { kind, sampleRate, frames }, samples: null };
}
