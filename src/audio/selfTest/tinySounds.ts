/**
 * A tenth of a second in every format that Rondo reads: by the app's own encoders where it has them, else silence whose
 * packets are known by heart, in containers that mediabunny writes.
 */
import {
  type AudioCodec,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
} from 'mediabunny';
import { encodeWav } from '../../dsp/wavWrite.ts';
import { encodeFlac, encodeOgg } from '../workers/encode/encoder.ts';

export const TINY_RATE = 48_000;
export const TINY_FRAMES = 4800;

export interface TinySound {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Frames that a decoder must give at 48 kHz. */
  readonly frames: number;
  /** How many more or fewer are no fault: padding that the format cannot name. */
  readonly slack: number;
  /** Root mean square of the sound, 0 for silence. */
  readonly rms: number;
}

/** A tone of 1000 Hz at half of full scale. */
const tone = () =>
  Float32Array.from({ length: TINY_FRAMES }, (_, at) => {
    return 0.5 * Math.sin((2 * Math.PI * 1000 * at) / TINY_RATE);
  });
const exact = (bytes: Uint8Array<ArrayBuffer>): TinySound => ({
  bytes,
  frames: TINY_FRAMES,
  slack: 0,
  rms: 0.5 / Math.SQRT2,
});
const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());
const sound = () => ({ channels: [tone()], sampleRate: TINY_RATE });

/** RIFF WAVE, PCM, 16 bits, one channel. */
export const tinyWav = (): TinySound => exact(encodeWav([tone()], TINY_RATE, 16));

/** FLAC of 24 bits. */
export const tinyFlac = async () => exact(await bytesOf(await encodeFlac(sound())));

/** Ogg Vorbis. */
export const tinyVorbis = async () => exact(await bytesOf(await encodeOgg(sound())));

/** AIFF 1.3, 16 bits, one channel; the rate is an 80-bit float. */
export function tinyAiff(): TinySound {
  const bytes = new Uint8Array(54 + 2 * TINY_FRAMES);
  const view = new DataView(bytes.buffer);
  const tag = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  tag(0, 'FORM');
  view.setUint32(4, bytes.length - 8);
  tag(8, 'AIFFCOMM');
  view.setUint32(16, 18);
  view.setUint16(20, 1);
  view.setUint32(22, TINY_FRAMES);
  view.setUint16(26, 16);
  const exponent = Math.floor(Math.log2(TINY_RATE));
  view.setUint16(28, 16_383 + exponent);
  view.setUint32(30, TINY_RATE * 2 ** (31 - exponent));
  tag(38, 'SSND');
  view.setUint32(42, 8 + 2 * TINY_FRAMES);
  tone().forEach((sample, at) => {
    view.setInt16(54 + 2 * at, Math.round(sample * 32_768));
  });
  return exact(bytes);
}

/** MPEG-1 layer III: eight frames of silence at 48 kHz, 128 kbit/s, one channel. */
export function tinyMp3(): TinySound {
  const [count, frameBytes] = [8, 384];
  const bytes = new Uint8Array(count * frameBytes);
  for (let at = 0; at < bytes.length; at += frameBytes) bytes.set([0xff, 0xfb, 0x94, 0xc0], at);
  return { bytes, frames: count * 1152, slack: 2 * 1152, rms: 0 };
}

interface Silence {
  readonly codec: AudioCodec;
  readonly config: { readonly codec: string; readonly description: Uint8Array };
  readonly packet: Uint8Array;
  readonly packetFrames: number;
  readonly frames: number;
}

/** One packet again and again, in a container; what the last has too much is cut off. */
async function silence(
  format: OutputFormat,
  { codec, config, packet, packetFrames, frames }: Silence,
): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = { ...config, numberOfChannels: 1, sampleRate: TINY_RATE };
  for (let at = 0; at < frames; at += packetFrames) {
    const length = Math.min(packetFrames, frames - at);
    const one = new EncodedPacket(packet, 'key', at / TINY_RATE, length / TINY_RATE);
    await source.add(one, { decoderConfig });
  }
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

/** AAC-LC in M4A, eight packets of silence. Decoders may drop or keep the packets that prime them. */
export async function tinyM4a(): Promise<TinySound> {
  const frames = 8 * 1024;
  const bytes = await silence(new Mp4OutputFormat({ fastStart: 'in-memory' }), {
    codec: 'aac',
    // AAC-LC, 48 kHz, one channel.
    config: { codec: 'mp4a.40.2', description: Uint8Array.of(0x11, 0x88) },
    // One channel, no band coded, end: the shortest frame there is.
    packet: Uint8Array.of(0, 0, 0, 7),
    packetFrames: 1024,
    frames,
  });
  return { bytes, frames, slack: 3 * 1024, rms: 0 };
}

/** Ogg Opus (RFC 7845): frames of 20 ms of silence, with the usual 312 frames to be skipped. */
export async function tinyOpus(): Promise<TinySound> {
  const skip = 312;
  const description = new Uint8Array(19);
  const view = new DataView(description.buffer);
  description.set([...new TextEncoder().encode('OpusHead'), 1, 1]);
  view.setUint16(10, skip, true);
  view.setUint32(12, TINY_RATE, true);
  const bytes = await silence(new OggOutputFormat(), {
    codec: 'opus',
    config: { codec: 'opus', description },
    packet: Uint8Array.of(0xf8, 0xff, 0xfe),
    packetFrames: 960,
    frames: TINY_FRAMES + skip,
  });
  return { bytes, frames: TINY_FRAMES, slack: 0, rms: 0 };
}
