import { joinBytes } from './joinBytes.ts';
import { RATE } from './synth/buffer.ts';

/** What the Ogg half of wasm-media-encoders exports: libvorbis behind six calls. Numbers are addresses. */
interface VorbisExports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(bytes: number): number;
  free(address: number): void;
  enc_init(params: number): number;
  enc_get_pcm(encoder: number, frames: number): number;
  enc_encode(encoder: number, frames: number): number;
  enc_flush(encoder: number): number;
  enc_get_out_buf(encoder: number): number;
  enc_free(encoder: number): void;
}

const IMPORTS = {
  wasi_snapshot_preview1: {
    proc_exit: (code: number) => {
      throw new Error(`the Vorbis encoder stopped with ${code}`);
    },
  },
  env: { emscripten_notify_memory_growth: () => undefined },
};

/** Frames handed over at a time. */
const CHUNK_FRAMES = 1 << 16;
const CHANNELS = 2;
const PARAM_BYTES = 16;

function openEncoder(vorbis: VorbisExports, serial: number, quality: number): number {
  const params = vorbis.malloc(PARAM_BYTES);
  const view = new DataView(vorbis.memory.buffer, params, PARAM_BYTES);
  view.setInt32(0, CHANNELS, true);
  view.setInt32(4, RATE, true);
  view.setFloat32(8, quality, true);
  view.setInt32(12, serial | 0, true);
  const encoder = vorbis.enc_init(params);
  vorbis.free(params);
  if (!encoder) throw new Error(`the Vorbis encoder did not start`);
  return encoder;
}

/** Copies what the encoder has put out; its memory is used again by the next call. */
function takeOutput(vorbis: VorbisExports, encoder: number, bytes: number): Uint8Array {
  if (bytes < 0) throw new Error(`the Vorbis encoder failed with ${bytes}`);
  return new Uint8Array(vorbis.memory.buffer, vorbis.enc_get_out_buf(encoder), bytes).slice();
}

/**
 * Encodes stereo at 48 kHz as Ogg Vorbis. The same input gives the same bytes every time: a fresh encoder for
 * each stream, and the stream serial from the caller in place of a random one.
 * @param code `wasm/ogg.wasm` of wasm-media-encoders, compiled by the caller, who knows its address
 * @param serial 32 bits, written into every page
 * @param quality −1..10; 5 is about 160 kbit/s
 */
export async function encodeVorbis(
  code: WebAssembly.Module,
  channels: [Float32Array, Float32Array],
  serial: number,
  quality = 5,
): Promise<Uint8Array> {
  const [left, right] = channels;
  if (left.length !== right.length) throw new RangeError('both channels must have as many frames');
  if (!(quality >= -1 && quality <= 10)) throw new RangeError(`quality ${quality} is not -1 to 10`);
  const instance = await WebAssembly.instantiate(code, IMPORTS);
  const vorbis = instance.exports as unknown as VorbisExports;
  vorbis._initialize();
  const encoder = openEncoder(vorbis, serial, quality);
  const parts: Uint8Array[] = [];
  for (let from = 0; from < left.length; from += CHUNK_FRAMES) {
    const frames = Math.min(CHUNK_FRAMES, left.length - from);
    const table = vorbis.enc_get_pcm(encoder, frames);
    const addresses = new Uint32Array(vorbis.memory.buffer, table, CHANNELS);
    for (let channel = 0; channel < CHANNELS; channel++) {
      const into = new Float32Array(vorbis.memory.buffer, addresses[channel]!, frames);
      into.set(channels[channel]!.subarray(from, from + frames));
    }
    parts.push(takeOutput(vorbis, encoder, vorbis.enc_encode(encoder, frames)));
  }
  parts.push(takeOutput(vorbis, encoder, vorbis.enc_flush(encoder)));
  vorbis.enc_free(encoder);
  return joinBytes(parts);
}
