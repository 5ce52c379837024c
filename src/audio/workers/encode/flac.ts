/** FLAC of 24 bits by libFLAC in WebAssembly, through mediabunny. */
import { registerFlacEncoder } from '@mediabunny/flac-encoder';
import { AudioSample, AudioSampleSource, FlacOutputFormat, NullTarget, Output } from 'mediabunny';
import type { Bytes, EncoderCore, EncoderOptions, Pcm } from './format.ts';

/** Frames of every block but the last, as libFLAC makes them at its level 5. */
const BLOCK_FRAMES = 4096;
const BITS = 24;
/** Frames in one call of the encoder. */
const CHUNK_FRAMES = 16_384;
const FULL_SCALE_24 = 2 ** (BITS - 1);

/** Calls of the encoder that may wait, twice over: a buffer is written again when its call has long been answered. */
const BUFFERS = 8;

/** Interleaved samples of 24 bits in the upper three bytes of 32, rounded and held within full scale. */
function toS32(channels: Pcm, from: number, frames: number, into: Int32Array<ArrayBuffer>) {
  const data = into.subarray(0, frames * channels.length);
  channels.forEach((channel, c) => {
    for (let at = 0; at < frames; at++) {
      const value = Math.round(channel[from + at]! * FULL_SCALE_24);
      const held = Math.max(-FULL_SCALE_24, Math.min(FULL_SCALE_24 - 1, value));
      data[at * channels.length + c] = held * 256;
    }
  });
  return data;
}

/**
 * `fLaC`, the header of the one metadata block and STREAMINFO (RFC 9639, sections 6, 8.1 and 8.2). The writer does not
 * know the length when it begins; here it is known. Sizes of frames and the checksum stay untold, which is allowed.
 */
function headOf({ sampleRate, channels, frames }: EncoderOptions): Bytes {
  const head = new Uint8Array(42);
  const view = new DataView(head.buffer);
  head.set([0x66, 0x4c, 0x61, 0x43, 0x80, 0, 0, 34]);
  view.setUint16(8, BLOCK_FRAMES);
  view.setUint16(10, BLOCK_FRAMES);
  // 20 bits of rate, 3 of channels less one, 5 of depth less one, 36 of frames.
  const upper = Math.floor(frames / 2 ** 32);
  view.setUint32(
    18,
    ((sampleRate << 12) | ((channels - 1) << 9) | ((BITS - 1) << 4) | upper) >>> 0,
  );
  view.setUint32(22, frames >>> 0);
  return head;
}

/** An encoder of FLAC. @throws Error when the encoder cannot be started or the rate is not one that it takes */
export async function openFlac(options: EncoderOptions): Promise<EncoderCore> {
  registerFlacEncoder();
  const { sampleRate, channels } = options;
  const made: Bytes[] = [headOf(options)];
  // Frames are taken as they come: a target would copy each of them three times.
  const format = new FlacOutputFormat({
    appendOnly: true,
    onFrame: (data) => void made.push(data as Bytes),
  });
  const output = new Output({ format, target: new NullTarget() });
  const source = new AudioSampleSource({ codec: 'flac' });
  output.addAudioTrack(source);
  await output.start();
  // The same few again and again: thrown away they lie about until the browser collects 64 MB of them.
  const buffers = Array.from({ length: BUFFERS }, () => new Int32Array(CHUNK_FRAMES * channels));
  let written = 0;
  let calls = 0;
  const add = async (pcm: Pcm, from: number, frames: number) => {
    const sample = new AudioSample({
      data: toS32(pcm, from, frames, buffers[calls++ % BUFFERS]!),
      format: 's32',
      numberOfChannels: channels,
      sampleRate,
      timestamp: written / sampleRate,
    });
    written += frames;
    await source.add(sample);
    sample.close();
  };
  return {
    async write(pcm, tell) {
      const length = pcm[0]!.length;
      for (let from = 0; from < length; from += CHUNK_FRAMES) {
        await add(pcm, from, Math.min(CHUNK_FRAMES, length - from));
        tell?.();
      }
      return made.splice(0);
    },
    async end() {
      await output.finalize();
      return made.splice(0);
    },
  };
}
