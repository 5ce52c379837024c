/** Loops and rifffs made by code for tests and measurements, served as WAV `blob:` urls. */
import type { Loop } from '../../src/data/contract/loop.ts';
import type { Rifff } from '../../src/data/contract/rifff.ts';
import { addLoop, createDraft } from '../../src/data/rules/draft/draft.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { loopFrames } from '../../src/data/rules/time/timing.ts';
import { targetLufs } from '../../src/dsp/levels.ts';

/** What a test loop sounds like: frame and length in frames to sample. */
export type Sound = (frame: number, frames: number) => number;

/** A sine of whole periods: no seam at the wrap. */
export const sine =
  (periods: number, amplitude = 0.25): Sound =>
  (n, frames) =>
    amplitude * Math.sin((2 * Math.PI * periods * n) / frames);

/** One full-scale sample at the start. */
export const impulse =
  (amplitude = 1): Sound =>
  (n) =>
    n === 0 ? amplitude : 0;

/** A repeatable burst of noise over the first `share` of the loop. */
export const noise =
  (seed: number, share = 1, amplitude = 0.25): Sound =>
  (n, frames) => {
    if (n >= frames * share) return 0;
    let x = Math.imul(n + 1, 0x9e3779b1) ^ Math.imul(seed + 1, 0x85ebca6b);
    x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
    x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
    return amplitude * ((x ^ (x >>> 15)) / 0x80000000);
  };

/** A float WAV file of one or two equal channels. Source: RIFF WAVE, format tag 3. */
export function wavBytes(samples: Float32Array, channels: 1 | 2, sampleRate: number): ArrayBuffer {
  const dataBytes = samples.length * 4 * channels;
  const view = new DataView(new ArrayBuffer(44 + dataBytes));
  const text = (at: number, value: string) => {
    for (let i = 0; i < value.length; i++) view.setUint8(at + i, value.charCodeAt(i));
  };
  text(0, 'RIFF');
  view.setUint32(4, 36 + dataBytes, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 3, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 4 * channels, true);
  view.setUint16(32, 4 * channels, true);
  view.setUint16(34, 32, true);
  text(36, 'data');
  view.setUint32(40, dataBytes, true);
  for (let n = 0; n < samples.length; n++) {
    for (let c = 0; c < channels; c++) {
      view.setFloat32(44 + (n * channels + c) * 4, samples[n]!, true);
    }
  }
  return view.buffer as ArrayBuffer;
}

export interface LoopShape {
  readonly sound: Sound;
  /** Quarter notes per second; 2 when left out. */
  readonly bps?: number;
  readonly length16ths?: number;
  readonly barLength?: number;
  readonly sampleRate?: number;
  readonly category?: string;
  readonly channels?: 1 | 2;
  /** Left out: at its category's target, so that level matching leaves it alone. Null: unknown. */
  readonly loudnessLufs?: number | null;
}

/** A loop document whose audio is a WAV in a blob. */
export function makeLoop(shape: LoopShape): Loop {
  const { bps = 2, length16ths = 16, barLength = 16, sampleRate = 48_000, channels = 1 } = shape;
  const { category = '?', loudnessLufs = targetLufs(category) } = shape;
  const frames = loopFrames(length16ths, bps, sampleRate);
  const samples = Float32Array.from({ length: frames }, (_, n) => shape.sound(n, frames));
  const blob = new Blob([wavBytes(samples, channels, sampleRate)], { type: 'audio/wav' });
  return {
    _id: newId(),
    creatorUserName: 'test',
    created: 0,
    url: URL.createObjectURL(blob),
    startOffsetSamples: 0,
    barLength,
    length16ths,
    bps,
    sampleRate,
    frames,
    category,
    ...(loudnessLufs === null ? {} : { loudnessLufs }),
  };
}

/** A rifff of up to eight loops; tempo and metre come from the first. */
export function makeRifff(loops: readonly Loop[]): Rifff {
  return loops.reduce(addLoop, createDraft('test'));
}
