/** Decoding and encoding of sounds that come in from other places, in the workers of the page. */
import { channelsOf } from '../loading/audioBuffer.ts';
import type { SoundSamples } from '../studio/Studio.ts';
import { encodeFlac, encodeOgg } from '../workers/encode/encoder.ts';
import { decodeFile } from './uploadFiles.ts';

interface KnownFile {
  readonly sampleRate: number;
  readonly frames: number;
}

/** @throws Error where a file cannot be decoded, or is of more than two channels */
export const importCodec = {
  async decode(file: Blob, { sampleRate, frames }: KnownFile): Promise<SoundSamples> {
    const buffer = await decodeFile(file, sampleRate);
    if (buffer.numberOfChannels > 2) throw new Error(`it has ${buffer.numberOfChannels} channels`);
    // What a decoder gives behind the end that a file names is no part of it.
    return { sampleRate, channels: channelsOf(buffer).map((one) => one.subarray(0, frames)) };
  },
  async encode(sound: SoundSamples, wantsMaster: boolean): Promise<{ ogg: Blob; flac?: Blob }> {
    const ogg = await encodeOgg(sound);
    return wantsMaster ? { ogg, flac: await encodeFlac(sound) } : { ogg };
  },
};
