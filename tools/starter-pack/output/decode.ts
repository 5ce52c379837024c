import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import type { Stereo } from '../synth/buffer.ts';

let loading: Promise<OggVorbisDecoder> | undefined;

async function load(): Promise<OggVorbisDecoder> {
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  return decoder;
}

/** Frames of an Ogg Vorbis file. Throws when it is not stereo at 48 kHz or does not decode. */
export async function decodeOgg(bytes: Uint8Array): Promise<Stereo> {
  loading ??= load();
  const decoder = await loading;
  const { channelData, sampleRate, errors } = await decoder.decodeFile(bytes);
  await decoder.reset();
  const [l, r] = channelData;
  if (errors.length > 0 || !l || !r || sampleRate !== 48_000) {
    throw new Error(`not a stereo Ogg Vorbis file at 48 kHz: ${JSON.stringify(errors)}`);
  }
  return { l, r };
}
