const TAPS = 24;
const PHASES = 4;
const TABLE = makeTable();

function bessel(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; k < 24; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/** Windowed sinc (Kaiser, β = 8) for the three places between two samples. */
function makeTable(): Float64Array[] {
  return Array.from({ length: PHASES - 1 }, (_, phase) => {
    const shift = (phase + 1) / PHASES;
    const taps = Float64Array.from({ length: TAPS }, (_, i) => {
      const x = i - TAPS / 2 + 1 - shift;
      const window = bessel(8 * Math.sqrt(1 - (x / (TAPS / 2)) ** 2)) / bessel(8);
      return (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
    });
    const sum = taps.reduce((total, tap) => total + tap, 0);
    return taps.map((tap) => tap / sum);
  });
}

/**
 * True peak as a linear magnitude: the largest sample after oversampling four times (ITU-R BS.1770-4, annex 2).
 * With `isLoop` the ends meet, as they do when the loop plays; otherwise silence lies around.
 */
export function truePeak(samples: Float32Array, isLoop = false): number {
  const n = samples.length;
  let peak = 0;
  for (let i = 0; i < n; i++) peak = Math.max(peak, Math.abs(samples[i]!));
  // No sample in reach near enough to the peak can make a higher one: kernels gain 2.1 at most.
  const near = peak / 2.5;
  const at = (i: number) => (isLoop ? samples[((i % n) + n) % n]! : (samples[i] ?? 0));
  for (let i = isLoop ? 0 : -1; i < n; i++) {
    if (Math.abs(at(i)) < near && Math.abs(at(i + 1)) < near) continue;
    for (const taps of TABLE) {
      let sum = 0;
      for (let t = 0; t < TAPS; t++) sum += taps[t]! * at(i - TAPS / 2 + 1 + t);
      peak = Math.max(peak, Math.abs(sum));
    }
  }
  return peak;
}

/** True peak of all channels in dBTP; −Infinity for silence. */
export function truePeakDb(channels: readonly Float32Array[], isLoop = false): number {
  return 20 * Math.log10(Math.max(...channels.map((one) => truePeak(one, isLoop))));
}
