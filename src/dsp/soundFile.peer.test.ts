/** Our readers beside ffmpeg's, on files that ffmpeg wrote. Where there is no ffmpeg this is not compared. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { decodeAiff } from './aiff.ts';
import { decodeWav } from './wav.ts';
import { encodeWav } from './wavWrite.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'rondo-peer-'));
afterAll(() => rmSync(folder, { recursive: true }));

function ffmpeg(...args: readonly string[]): Buffer {
  const run = spawnSync('ffmpeg', ['-loglevel', 'error', '-y', ...args], { maxBuffer: 2 ** 26 });
  if (run.status !== 0) throw new Error(String(run.stderr));
  return run.stdout;
}

/** A file of a tone and noise in a coding of ffmpeg's, and what ffmpeg reads back from it. */
function made(name: string, codec: string, rate: number, channels: number) {
  const path = join(folder, name);
  const graph = `sine=997:r=${rate}:d=0.3[a];anoisesrc=r=${rate}:d=0.3:a=0.4:s=7[b];[a][b]join=inputs=2:channel_layout=stereo,volume=0.9`;
  const toFile = ['-c:a', codec, '-ac', `${channels}`, '-ar', `${rate}`];
  ffmpeg('-f', 'lavfi', '-i', graph, ...toFile, path);
  const raw = ffmpeg('-i', path, '-f', 'f64le', '-c:a', 'pcm_f64le', 'pipe:1');
  const ideal = new Float64Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
  return { bytes: new Uint8Array(readFileSync(path)), ideal };
}

const interleave = (channels: readonly Float32Array[]) =>
  Float32Array.from(
    { length: channels.length * channels[0]!.length },
    (_, i) => channels[i % channels.length]![Math.floor(i / channels.length)]!,
  );

const WAV_CODECS = [
  ['pcm_u8', 8],
  ['pcm_s16le', 16],
  ['pcm_s24le', 24],
  ['pcm_s32le', 32],
  ['pcm_f32le', 32],
  ['pcm_f64le', 64],
] as const;
const AIFF_CODECS = [
  ['pcm_s8', 8],
  ['pcm_s16be', 16],
  ['pcm_s24be', 24],
  ['pcm_s32be', 32],
  ['pcm_s16le', 16],
  ['pcm_f32be', 32],
  ['pcm_f64be', 64],
] as const;

function compare(
  decode: typeof decodeWav,
  { bytes, ideal }: ReturnType<typeof made>,
  sampleRate: number,
  bitDepth: number,
): void {
  const sound = decode(bytes);
  expect(sound).toMatchObject({ sampleRate, bitDepth });
  expect(interleave(sound.channels)).toEqual(Float32Array.from(ideal));
}

describe.skipIf(!hasFfmpeg)('read sample for sample as ffmpeg reads it', () => {
  it.each(WAV_CODECS)('WAV of %s', (codec, bitDepth) => {
    const kinds = [[44_100, 1] as const, [96_000, 2] as const];
    for (const [rate, channels] of kinds) {
      compare(decodeWav, made('peer.wav', codec, rate, channels), rate, bitDepth);
    }
  });

  it.each(AIFF_CODECS)('AIFF or AIFC of %s', (codec, bitDepth) => {
    const kinds = [[48_000, 1] as const, [44_100, 2] as const];
    for (const [rate, channels] of kinds) {
      compare(decodeAiff, made('peer.aiff', codec, rate, channels), rate, bitDepth);
    }
  });

  it.each([16, 24, 'float'] as const)('and so what we write as WAV of %s', (depth) => {
    const { bytes } = made('from.wav', 'pcm_f32le', 48_000, 2);
    const path = join(folder, 'ours.wav');
    writeFileSync(path, encodeWav(decodeWav(bytes).channels, 48_000, depth));
    const raw = ffmpeg('-i', path, '-f', 'f32le', '-c:a', 'pcm_f32le', 'pipe:1');
    const read = new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
    expect(read).toEqual(interleave(decodeWav(new Uint8Array(readFileSync(path))).channels));
  });
});
