import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createEncoder } from 'wasm-media-encoders';
import { openFlac } from '../../src/audio/workers/encode/flac.ts';
import { withTwoPages } from '../../src/audio/workers/encode/oggPages.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { loopFrames } from '../../src/data/rules/time/timing.ts';

const OGG_WASM = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/ogg.wasm');

export type Pcm = Float32Array<ArrayBuffer>[];

/** Sines, another pitch in each channel. */
export function tone(frames: number, channels = 2, hz = 220, sampleRate = 48_000): Pcm {
  return Array.from({ length: channels }, (_, c) =>
    Float32Array.from(
      { length: frames },
      (_each, n) => 0.4 * Math.sin((2 * Math.PI * hz * (c + 1) * n) / sampleRate),
    ),
  );
}

/** Compiled once: it may be configured again and again, and is used without a pause. */
let vorbis: ReturnType<typeof newVorbis> | undefined;
const newVorbis = async () => createEncoder('audio/ogg', await readFile(OGG_WASM));

/** Ogg Vorbis of exactly the frames of `pcm`. */
export async function oggOf(pcm: Pcm, sampleRate = 48_000): Promise<Buffer> {
  vorbis ??= newVorbis();
  const encoder = await vorbis;
  const channels = pcm.length as 1 | 2;
  encoder.configure({ channels, sampleRate, vbrQuality: 4, oggSerialNo: 1 });
  const parts: Uint8Array[] = [];
  for (let from = 0; from < pcm[0]!.length; from += 16_384) {
    parts.push(encoder.encode(pcm.map((channel) => channel.subarray(from, from + 16_384))).slice());
  }
  parts.push(encoder.finalize().slice());
  return Buffer.concat(withTwoPages(new Uint8Array(Buffer.concat(parts))));
}

/** FLAC of 24 bits of exactly the frames of `pcm`. */
export async function flacOf(pcm: Pcm, sampleRate = 48_000): Promise<Buffer> {
  const format = { sampleRate, channels: pcm.length, frames: pcm[0]!.length };
  const encoder = await openFlac(format);
  return Buffer.concat([...(await encoder.write(pcm)), ...(await encoder.end())]);
}

/** A loop as a client describes it: one second, two beats of 120 bpm. */
export function loopDocument(parts: Record<string, unknown> = {}) {
  return {
    _id: newId(),
    name: 'Kettle',
    creatorUserName: 'you',
    created: 1_700_000_000_000,
    startOffsetSamples: 0,
    barLength: 16,
    length16ths: 8,
    bps: 2,
    sampleRate: 48_000,
    category: 'drums',
    ...parts,
  };
}

/** Frames of `loopDocument()`. */
export const LOOP_FRAMES = loopFrames(8, 2, 48_000);

/** One part of a form. */
export type SentPart = readonly [name: string, content: string | Uint8Array, fileName?: string];

/** A form as a browser sends it. */
export function formOf(parts: readonly SentPart[]) {
  const boundary = 'rondo-test-boundary';
  const pieces = parts.flatMap(([name, content, fileName]) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`;
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(content as Uint8Array), Buffer.from('\r\n')];
  });
  return {
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}
