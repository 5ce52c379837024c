import { type BiquadCoefficients, filtered } from './biquad.ts';

/** Shelf of the K-weighting of ITU-R BS.1770-4 for any rate (constants as in libebur128). */
function shelf(sampleRate: number): BiquadCoefficients {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const vh = 10 ** (3.999843853973347 / 20);
  const vb = vh ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b: [
      (vh + (vb * k) / q + k * k) / a0,
      (2 * (k * k - vh)) / a0,
      (vh - (vb * k) / q + k * k) / a0,
    ],
    a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
  };
}

/** High-pass of the K-weighting. */
function lowCut(sampleRate: number): BiquadCoefficients {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] };
}

function blockPowers(
  channels: readonly Float32Array[],
  sampleRate: number,
  seconds: number,
  hopSeconds: number,
): number[] {
  const weighted = channels.map((one) =>
    filtered(filtered(one, shelf(sampleRate)), lowCut(sampleRate)),
  );
  const size = Math.round(seconds * sampleRate);
  const hop = Math.round(hopSeconds * sampleRate);
  const frames = weighted[0]?.length ?? 0;
  const powers: number[] = [];
  for (let start = 0; start + size <= frames; start += hop) {
    let power = 0;
    for (const one of weighted) {
      let sum = 0;
      for (let i = start; i < start + size; i++) sum += one[i]! * one[i]!;
      power += sum / size;
    }
    powers.push(power);
  }
  return powers;
}

const lufs = (power: number) => -0.691 + 10 * Math.log10(power);
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/**
 * Integrated loudness in LUFS of one or two channels (ITU-R BS.1770-4: K-weighting, blocks of 400 ms every 100 ms,
 * gates at −70 LUFS and 10 LU below the mean). −Infinity for silence and for less than 400 ms.
 */
export function integratedLoudness(channels: readonly Float32Array[], sampleRate: number): number {
  const loud = blockPowers(channels, sampleRate, 0.4, 0.1).filter((power) => lufs(power) > -70);
  if (loud.length === 0) return Number.NEGATIVE_INFINITY;
  const gate = lufs(mean(loud)) - 10;
  return lufs(mean(loud.filter((power) => lufs(power) > gate)));
}
