/** FLAC of 24 bits by libFLAC in WebAssembly; the file is written by mediabunny. */
import { registerFlacEncoder } from '@mediabunny/flac-encoder';
import {
  AudioSample,
  AudioSampleSource,
  FlacOutputFormat,
  Output,
  StreamTarget,
  type StreamTargetChunk,
} from 'mediabunny';
import type { Bytes, EncoderCore, EncoderOptions, Pcm } from './format.ts';

/** `fLaC`, the header of the one metadata block and STREAMINFO (RFC 9639, sections 7 and 8.2). */
const HEAD_BYTES = 42;
/** Where the head has the smallest and the largest block, in frames, and the lower 32 bits of all frames. */
const MIN_BLOCK = 8;
const MAX_BLOCK = 10;
const TOTAL_FRAMES = 22;
/** Frames of every block but the last, as libFLAC makes them at its level 5. */
const BLOCK_FRAMES = 4096;
/** Frames in one call of the encoder. */
const CHUNK_FRAMES = 16_384;
const FULL_SCALE_24 = 2 ** 23;

/** Interleaved samples of 24 bits in the upper three bytes of 32, rounded and held within full scale. */
function toS32(channels: Pcm, from: number, frames: number): Int32Array<ArrayBuffer> {
  const data = new Int32Array(frames * channels.length);
  channels.forEach((channel, c) => {
    for (let at = 0; at < frames; at++) {
      const value = Math.round(channel[from + at]! * FULL_SCALE_24);
      const held = Math.max(-FULL_SCALE_24, Math.min(FULL_SCALE_24 - 1, value));
      data[at * channels.length + c] = held * 256;
    }
  });
  return data;
}

/** Puts a head of its own in front of the frames that the writer sends in order. */
class FlacFile {
  private readonly totalFrames: number;
  private readonly head = new Uint8Array(HEAD_BYTES);
  private at = 0;
  private made: Bytes[] = [];

  constructor(totalFrames: number) {
    this.totalFrames = totalFrames;
  }

  write({ data, position }: StreamTargetChunk): void {
    if (position !== this.at) throw new Error('the FLAC writer left its order');
    const inHead = Math.max(0, Math.min(data.byteLength, HEAD_BYTES - position));
    this.head.set(data.subarray(0, inHead), inHead > 0 ? position : 0);
    this.at += data.byteLength;
    if (inHead > 0 && this.at >= HEAD_BYTES) this.made.push(this.finishedHead());
    if (inHead < data.byteLength) this.made.push(data.slice(inHead) as Bytes);
  }

  /** The writer knows neither length nor blocks when it begins; here both are known. Sizes of frames stay untold. */
  private finishedHead(): Bytes {
    const view = new DataView(this.head.buffer);
    view.setUint16(MIN_BLOCK, BLOCK_FRAMES);
    view.setUint16(MAX_BLOCK, BLOCK_FRAMES);
    view.setUint32(TOTAL_FRAMES, this.totalFrames);
    return this.head;
  }

  /** What has come since it was last asked. */
  take(): Bytes[] {
    return this.made.splice(0);
  }
}

/** An encoder of FLAC. @throws Error when the encoder cannot be started or the rate is not one that it takes */
export async function openFlac(options: EncoderOptions): Promise<EncoderCore> {
  registerFlacEncoder();
  const { sampleRate, channels, frames: total } = options;
  const file = new FlacFile(total);
  const target = new StreamTarget(new WritableStream({ write: (chunk) => file.write(chunk) }));
  const output = new Output({ format: new FlacOutputFormat({ appendOnly: true }), target });
  const source = new AudioSampleSource({ codec: 'flac' });
  output.addAudioTrack(source);
  await output.start();
  let written = 0;
  const add = async (pcm: Pcm, from: number, frames: number) => {
    const sample = new AudioSample({
      data: toS32(pcm, from, frames),
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
      return file.take();
    },
    async end() {
      await output.finalize();
      return file.take();
    },
  };
}
