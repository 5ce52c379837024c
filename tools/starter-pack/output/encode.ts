import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { RATE, type Stereo } from '../synth/buffer.ts';

/** What `ogg.wasm` of wasm-media-encoders exports. The package's own index carries LAME too, so it stays out. */
interface Codec {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(bytes: number): number;
  free(pointer: number): void;
  enc_init(params: number): number;
  enc_free(ref: number): void;
  enc_get_pcm(ref: number, frames: number): number;
  enc_encode(ref: number, frames: number): number;
  enc_flush(ref: number): number;
  enc_get_out_buf(ref: number): number;
}

let loading: Promise<Codec> | undefined;

async function load(): Promise<Codec> {
  const path = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/ogg');
  const { instance } = await WebAssembly.instantiate(readFileSync(path), {
    wasi_snapshot_preview1: {
      proc_exit: (code: number) => {
        throw new Error(`the Ogg encoder stopped with ${code}`);
      },
    },
    env: { emscripten_notify_memory_growth: () => {} },
  });
  const codec = instance.exports as unknown as Codec;
  codec._initialize();
  return codec;
}

/** Frames handed over at once. */
const CHUNK = 8192;

/**
 * Ogg Vorbis of `bus` at 48 kHz. `quality` is −1..10; `serial` names the stream, so that the same frames give the
 * same bytes. Throws when the encoder refuses.
 */
export async function encodeOgg(bus: Stereo, quality: number, serial: number): Promise<Uint8Array> {
  loading ??= load();
  const codec = await loading;
  const params = codec.malloc(16);
  const view = new DataView(codec.memory.buffer, params, 16);
  view.setInt32(0, 2, true);
  view.setInt32(4, RATE, true);
  view.setFloat32(8, quality, true);
  view.setInt32(12, serial | 0, true);
  const ref = codec.enc_init(params);
  codec.free(params);
  if (!ref) throw new Error('the Ogg encoder did not start');
  try {
    const pages: Uint8Array[] = [];
    const take = (bytes: number) => {
      if (bytes < 0) throw new Error(`the Ogg encoder answered ${bytes}`);
      pages.push(new Uint8Array(codec.memory.buffer, codec.enc_get_out_buf(ref), bytes).slice());
    };
    for (let at = 0; at < bus.l.length; at += CHUNK) {
      const frames = Math.min(CHUNK, bus.l.length - at);
      const table = codec.enc_get_pcm(ref, frames);
      [bus.l, bus.r].forEach((side, channel) => {
        const pointer = new DataView(codec.memory.buffer).getInt32(table + channel * 4, true);
        new Float32Array(codec.memory.buffer, pointer, frames).set(side.subarray(at, at + frames));
      });
      take(codec.enc_encode(ref, frames));
    }
    take(codec.enc_flush(ref));
    return new Uint8Array(Buffer.concat(pages));
  } finally {
    codec.enc_free(ref);
  }
}
