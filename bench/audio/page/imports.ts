/** What files are read as: tempo and key of the library's loops and of sound made for this, and decoding speed. */
import { readSound } from '../../../src/audio/loading/readSound.ts';
import { encodeFlac, encodeOgg } from '../../../src/audio/workers/encode/encoder.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import { SCALES } from '../../../src/data/contract/scales.ts';
import { surveySound } from '../../../src/dsp/survey.ts';
import { proposeTempos } from '../../../src/dsp/tempo.ts';
import { aiffCommon, aiffFile, chunk, join } from '../../../src/dsp/testing/soundFiles.ts';
import { encodeWav } from '../../../src/dsp/wavWrite.ts';
import { drumMaterial, type Material, tonalMaterial } from './importMaterial.ts';

export interface Shares {
  of: number;
  /** First proposal right, and right among all that are proposed. */
  tempoFirst: number;
  tempoAny: number;
  keyed: number;
  root: number;
  /** Keys that share all notes but one at most. */
  near: number;
}

const none = (): Shares => ({ of: 0, tempoFirst: 0, tempoAny: 0, keyed: 0, root: 0, near: 0 });
const notesOf = (root: number, scale: number) =>
  new Set(SCALES[scale]!.steps.map((step) => (root + step) % 12));

interface Truth {
  readonly bpm?: number;
  readonly root?: number;
  readonly scale?: number;
}

function judge(shares: Shares, { channels, sampleRate }: Material, truth: Truth): void {
  const { strikes, key } = surveySound(channels, sampleRate);
  shares.of += 1;
  const { bpm } = truth;
  if (bpm !== undefined) {
    const proposals = proposeTempos(strikes, channels[0]!.length / sampleRate);
    const isRight = (one: { bpm: number }) => Math.abs(one.bpm / bpm - 1) < 0.002;
    shares.tempoFirst += Number(isRight(proposals[0]!));
    shares.tempoAny += Number(proposals.some(isRight));
  }
  if (truth.root === undefined || truth.scale === undefined) return;
  shares.keyed += 1;
  if (!key) return;
  const written = notesOf(truth.root, truth.scale);
  const strange = [...notesOf(key.root, key.scale)].filter((note) => !written.has(note));
  shares.root += Number(key.root === truth.root);
  shares.near += Number(strange.length <= 1);
}

/** The library's loops; half of them told how octaves are judged. */
export async function library(loops: readonly Loop[]): Promise<Shares> {
  const shares = none();
  const context = new OfflineAudioContext(1, 1, 48_000);
  for (const { url, bps, category, root, scale } of loops) {
    const answer = await fetch(url!);
    const buffer = await context.decodeAudioData(await answer.arrayBuffer());
    const channels = Array.from({ length: buffer.numberOfChannels }, (_, c) =>
      buffer.getChannelData(c),
    );
    const isTonal = ['bass', 'leads', 'pads', 'chords'].includes(category);
    judge(shares, { channels, sampleRate: buffer.sampleRate }, {
      bpm: 60 * bps,
      ...(isTonal && { root, scale }),
    } as Truth);
  }
  return shares;
}

/** Drums that no weight was fitted to; which measures there are was chosen with their score in sight. */
export function drums(): Shares {
  const shares = none();
  for (const drum of drumMaterial()) judge(shares, drum, { bpm: drum.bpm });
  return shares;
}

/** Progressions; the weights of the root were chosen while looking at them, so this is no fresh proof. */
export function progressions(): Shares {
  const shares = none();
  for (const { root, scale, ...sound } of tonalMaterial()) judge(shares, sound, { root, scale });
  return shares;
}

/** Sixteen bits, the largest byte first. */
function encodeAiff(
  channels: readonly Float32Array[],
  sampleRate: number,
): Uint8Array<ArrayBuffer> {
  const frames = channels[0]!.length;
  const data = new DataView(new ArrayBuffer(frames * channels.length * 2));
  channels.forEach((channel, c) => {
    for (let n = 0; n < frames; n++) {
      data.setInt16(2 * (n * channels.length + c), Math.round(32_000 * channel[n]!));
    }
  });
  const form = { sampleRate, bits: 16, frames: [channels.map(() => 0)] };
  const common = aiffCommon(form, undefined, frames);
  const sound = join(new Uint8Array(8), new Uint8Array(data.buffer));
  return aiffFile('AIFF', chunk('COMM', common, false), chunk('SSND', sound, false));
}

/** Seconds of stereo sound read in a second, for every format that can be written here. */
export async function decodeSpeeds(): Promise<{ name: string; timesRealTime: number }[]> {
  const sampleRate = 48_000;
  const sec = 30;
  const make = (c: number) =>
    Float32Array.from({ length: sec * sampleRate }, (_, n) => {
      const beat = (n % 24_000) / 24_000;
      return 0.5 * Math.exp(-5 * beat) * Math.sin(((440 + 110 * c) * 2 * Math.PI * n) / sampleRate);
    });
  const channels = [make(0), make(1)];
  const files: Record<string, Blob> = {
    'WAV, 16 bits': new Blob([encodeWav(channels, sampleRate, 16)]),
    'WAV, 24 bits': new Blob([encodeWav(channels, sampleRate, 24)]),
    'AIFF, 16 bits': new Blob([encodeAiff(channels, sampleRate)]),
    FLAC: await encodeFlac({ channels, sampleRate }),
    'Ogg Vorbis': await encodeOgg({ channels, sampleRate }),
  };
  const speeds: { name: string; timesRealTime: number }[] = [];
  for (const [name, file] of Object.entries(files)) {
    const spent: number[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const began = performance.now();
      const { length } = await readSound(file, 'bench');
      if (Math.abs(length - sec * sampleRate) > 1) throw new Error(`${name}: ${length} frames`);
      // The first starts a worker.
      if (turn > 0) spent.push(performance.now() - began);
    }
    const median = spent.sort((a, b) => a - b)[1]!;
    speeds.push({ name, timesRealTime: (1000 * sec) / median });
  }
  return speeds;
}
