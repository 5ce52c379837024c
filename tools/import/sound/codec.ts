/** Decoding and encoding where there is no browser: libvorbis and libFLAC in WebAssembly. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { createEncoder } from 'wasm-media-encoders';
import type { Samples, SoundCodec } from '../../../src/audio/imports/sound/soundMaker.ts';
import { openFlac } from '../../../src/audio/workers/encode/flac.ts';
import { OGG_QUALITY } from '../../../src/audio/workers/encode/format.ts';
import { withTwoPages } from '../../../src/audio/workers/encode/oggPages.ts';
import { decodeFlac } from '../../../src/dsp/flac.ts';

const CHUNK_FRAMES = 16_384;

const newVorbis = async () => {
  const path = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/ogg.wasm');
  return createEncoder('audio/ogg', await readFile(path));
};
/** Compiled once; it is used without a pause between configuring and finishing. */
let vorbis: ReturnType<typeof newVorbis> | undefined;

async function encodeOgg({ channels, sampleRate }: Samples): Promise<Blob> {
  vorbis ??= newVorbis();
  const encoder = await vorbis;
  encoder.configure({
    channels: channels.length as 1 | 2,
    sampleRate,
    vbrQuality: OGG_QUALITY,
    // The same sound makes the same file, so that sending it again is seen to be the same.
    oggSerialNo: 1,
  });
  const parts: Uint8Array[] = [];
  for (let from = 0; from < channels[0]!.length; from += CHUNK_FRAMES) {
    const chunk = channels.map((channel) => channel.subarray(from, from + CHUNK_FRAMES));
    parts.push(encoder.encode(chunk).slice());
  }
  parts.push(encoder.finalize().slice());
  return new Blob(withTwoPages(new Uint8Array(Buffer.concat(parts))));
}

async function encodeFlac({ channels, sampleRate }: Samples): Promise<Blob> {
  const format = { sampleRate, channels: channels.length, frames: channels[0]!.length };
  const encoder = await openFlac(format);
  return new Blob([...(await encoder.write(channels)), ...(await encoder.end())]);
}

async function decodeOgg(bytes: Uint8Array): Promise<Samples> {
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  try {
    const { channelData, sampleRate, errors } = await decoder.decodeFile(bytes);
    if (errors.length > 0 || !channelData[0]?.length) throw new Error('a part of it is damaged');
    return { channels: channelData as Float32Array<ArrayBuffer>[], sampleRate };
  } finally {
    decoder.free();
  }
}

export const nodeCodec: SoundCodec = {
  async decode(file, { kind, frames }) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { channels, sampleRate } = kind === 'flac' ? decodeFlac(bytes) : await decodeOgg(bytes);
    if (channels.length > 2) throw new Error(`it has ${channels.length} channels`);
    // What a decoder gives behind the end that a file names is no part of it.
    return { channels: channels.map((channel) => channel.subarray(0, frames)), sampleRate };
  },
  async encode(sound, wantsMaster) {
    const ogg = await encodeOgg(sound);
    return wantsMaster ? { ogg, flac: await encodeFlac(sound) } : { ogg };
  },
};
