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
import { BlobParts } from './blobParts.ts';
import { type EncoderCore, type EncoderOptions, MIME, type Pcm } from './format.ts';

/** `fLaC`, the header of the one metadata block and STREAMINFO (RFC 9639, sections 7 and 8.2). */
const HEAD_BYTES = 42;
/** Where the head has the smallest and the largest block, in frames. */
const MIN_BLOCK = 8;
const MAX_BLOCK = 10;
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

/** Keeps what the writer sends: frames in order, and the head, which it writes again at the end. */
class FlacFile {
  private readonly head = new Uint8Array(HEAD_BYTES);
  private readonly frames = new BlobParts();

  write({ data, position }: StreamTargetChunk): void {
    const inHead = Math.max(0, Math.min(data.byteLength, HEAD_BYTES - position));
    if (inHead > 0) this.head.set(data.subarray(0, inHead), position);
    if (inHead === data.byteLength) return;
    if (position + inHead !== HEAD_BYTES + this.frames.size) {
      throw new Error('the FLAC writer left its order');
    }
    this.frames.push(data.slice(inHead));
  }

  toBlob(): Blob {
    const view = new DataView(this.head.buffer);
    // Of a file of one block the writer does not know the smallest, and no decoder takes a zero.
    if (view.getUint16(MIN_BLOCK) === 0) view.setUint16(MIN_BLOCK, view.getUint16(MAX_BLOCK));
    return this.frames.toBlob(MIME.flac, this.head);
  }
}

/** An encoder of FLAC. @throws Error when the encoder cannot be started or the rate is not one that it takes */
export async function openFlac({ sampleRate, channels }: EncoderOptions): Promise<EncoderCore> {
  registerFlacEncoder();
  const file = new FlacFile();
  const target = new StreamTarget(new WritableStream({ write: (chunk) => file.write(chunk) }));
  const output = new Output({ format: new FlacOutputFormat(), target });
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
    async write(pcm) {
      const length = pcm[0]!.length;
      for (let from = 0; from < length; from += CHUNK_FRAMES) {
        await add(pcm, from, Math.min(CHUNK_FRAMES, length - from));
      }
    },
    async end() {
      await output.finalize();
      return file.toBlob();
    },
  };
}
