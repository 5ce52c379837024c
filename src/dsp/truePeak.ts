/** Interpolation filter of ITU-R BS.1770-4, Annex 2: 4 phases of 12 taps, for 4 × oversampling. */
const PHASES: readonly (readonly number[])[] = [
  [
    0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875,
    0.1373291015625, 0.97216796875, -0.102294921875, 0.047607421875, -0.026611328125,
    0.014892578125, -0.00830078125,
  ],
  [
    -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625,
    0.77978515625, -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375,
  ],
  [
    -0.0189208984375, 0.0330810546875, -0.0582275390625, 0.1015625, -0.2003173828125, 0.77978515625,
    0.465087890625, -0.16650390625, 0.089111328125, -0.0517578125, 0.029296875, -0.0291748046875,
  ],
  [
    -0.00830078125, 0.014892578125, -0.026611328125, 0.047607421875, -0.102294921875, 0.97216796875,
    0.1373291015625, -0.0594482421875, 0.033203125, -0.0196533203125, 0.010986328125,
    0.001708984375,
  ],
];
const TAPS = 12;
/** Most that a phase can raise a run of samples: the largest sum of magnitudes of its taps. */
const MAX_RISE = Math.max(
  ...PHASES.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)),
);
/** Frames that are passed over together when none of them can hold a new peak. */
const RUN = 256;

/** Largest magnitude between the samples `from - 11 .. to` of the wrapped loop, or `peak` if that is more. */
function interpolatedPeak(wrapped: Float32Array, from: number, to: number, peak: number): number {
  let highest = peak;
  for (let at = from; at < to; at++) {
    for (const taps of PHASES) {
      let sum = 0;
      for (let tap = 0; tap < TAPS; tap++) sum += taps[tap]! * wrapped[at + tap]!;
      highest = Math.max(highest, Math.abs(sum));
    }
  }
  return highest;
}

function channelPeak(channel: Float32Array, before: number): number {
  const frames = channel.length;
  // The loop is wrapped: the filter reaches over the seam.
  const wrapped = new Float32Array(frames + TAPS);
  wrapped.set(channel);
  for (let at = 0; at < TAPS; at++) wrapped[frames + at] = channel[at % frames]!;
  let peak = before;
  for (let from = 0; from < frames; from += RUN) {
    const to = Math.min(frames, from + RUN);
    let highest = 0;
    for (let at = from; at < to + TAPS; at++) highest = Math.max(highest, Math.abs(wrapped[at]!));
    if (highest > peak) peak = highest;
    if (highest * MAX_RISE > peak) peak = interpolatedPeak(wrapped, from, to, peak);
  }
  return peak;
}

/**
 * True peak of a loop in dBTP (ITU-R BS.1770-4, Annex 2): the largest magnitude of the samples and of the
 * signal oversampled 4 ×, over all channels, round the seam. Silence is −Infinity.
 */
export function truePeakDb(channels: readonly Float32Array[]): number {
  let peak = 0;
  for (const channel of channels) {
    if (channel.length > 0) peak = channelPeak(channel, peak);
  }
  return 20 * Math.log10(peak);
}
