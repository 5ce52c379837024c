import { type Biquad, filterLoop, runBiquads } from './biquad.ts';

export const LOUDNESS_BLOCK_SEC = 0.4;
export const LOUDNESS_STEP_SEC = 0.1;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
/** Short loops are measured over as many passes as fill this. */
const LOOP_MIN_SEC = 3;
/** The slowest filter (38 Hz, Q 0.5) falls below −100 dB in 50 ms. */
const SETTLE_SEC = 0.5;

/**
 * K-weighting for any sampling rate: the shelf and the high-pass of ITU-R BS.1770-4, Annex 1, as analogue
 * prototypes put through the bilinear transform (B. De Man, "Evaluation of implementations of the EBU R128
 * loudness measurement", AES 145, 2018). At 48 kHz they are the coefficients of the recommendation.
 */
export function kWeighting(sampleRate: number): readonly [Biquad, Biquad] {
  const shelf = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + shelf / q + shelf * shelf;
  const pass = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const passQ = 0.5003270373238773;
  const p0 = 1 + pass / passQ + pass * pass;
  return [
    {
      b0: (high + (band * shelf) / q + shelf * shelf) / a0,
      b1: (2 * (shelf * shelf - high)) / a0,
      b2: (high - (band * shelf) / q + shelf * shelf) / a0,
      a1: (2 * (shelf * shelf - 1)) / a0,
      a2: (1 - shelf / q + shelf * shelf) / a0,
    },
    {
      b0: 1,
      b1: -2,
      b2: 1,
      a1: (2 * (pass * pass - 1)) / p0,
      a2: (1 - pass / passQ + pass * pass) / p0,
    },
  ];
}

const toLufs = (power: number) => -0.691 + 10 * Math.log10(power);
const toPower = (lufs: number) => 10 ** ((lufs + 0.691) / 10);
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Loudness in LUFS of block powers behind the absolute and then the relative gate; −Infinity when none is left. */
export function gated(powers: readonly number[]): number {
  const audible = powers.filter((power) => power > toPower(ABSOLUTE_GATE_LUFS));
  if (audible.length === 0) return Number.NEGATIVE_INFINITY;
  const gate = toPower(toLufs(mean(audible)) + RELATIVE_GATE_LU);
  const kept = audible.filter((power) => power > gate);
  return kept.length === 0 ? Number.NEGATIVE_INFINITY : toLufs(mean(kept));
}

/** Running sum of the squares of all channels: value n is the energy of the frames before n. */
function energySums(weighted: readonly Float64Array[]): Float64Array {
  const frames = weighted[0]?.length ?? 0;
  const sums = new Float64Array(frames + 1);
  for (let at = 0; at < frames; at++) {
    let square = 0;
    for (const channel of weighted) square += channel[at]! ** 2;
    sums[at + 1] = sums[at]! + square;
  }
  return sums;
}

/**
 * Integrated loudness in LUFS: ITU-R BS.1770-4, blocks of 400 ms that overlap by 75 %, gates at −70 LUFS
 * and −10 LU. One or two channels, each of weight 1. Silence, and anything shorter than a block, is −Infinity.
 */
export function integratedLoudness(channels: readonly Float32Array[], sampleRate: number): number {
  const filters = kWeighting(sampleRate);
  const weighted = channels.map((channel) => runBiquads(new Float64Array(channel), filters));
  const sums = energySums(weighted);
  const frames = sums.length - 1;
  const block = Math.round(LOUDNESS_BLOCK_SEC * sampleRate);
  const powers: number[] = [];
  for (let index = 0; ; index++) {
    const start = Math.round(index * LOUDNESS_STEP_SEC * sampleRate);
    if (start + block > frames) break;
    powers.push((sums[start + block]! - sums[start]!) / block);
  }
  return gated(powers);
}

/**
 * Integrated loudness in LUFS of a loop as it is heard when it goes round: filters settled, blocks across the
 * seam, loops under 3 s repeated, and a single channel heard from both speakers. Silence is −Infinity.
 */
export function loopLoudness(channels: readonly Float32Array[], sampleRate: number): number {
  const frames = channels[0]?.length ?? 0;
  if (frames === 0) return Number.NEGATIVE_INFINITY;
  const filters = kWeighting(sampleRate);
  const settle = Math.round(SETTLE_SEC * sampleRate);
  const sums = energySums(channels.map((channel) => filterLoop(channel, filters, settle)));
  const total = sums[frames]!;
  const energyBefore = (frame: number) =>
    Math.floor(frame / frames) * total + sums[frame % frames]!;
  const block = Math.round(LOUDNESS_BLOCK_SEC * sampleRate);
  const passes = Math.max(1, Math.ceil((LOOP_MIN_SEC * sampleRate) / frames));
  const speakers = channels.length === 1 ? 2 : 1;
  const powers: number[] = [];
  for (let index = 0; ; index++) {
    const start = Math.round(index * LOUDNESS_STEP_SEC * sampleRate);
    if (start >= passes * frames) break;
    powers.push(((energyBefore(start + block) - energyBefore(start)) * speakers) / block);
  }
  return gated(powers);
}
