/**
 * How hard a loop clicks where its end meets its beginning, in dB: the largest second difference that touches the
 * seam over the largest anywhere else. 0 dB or less is a seam that cannot be told from the sound; −Infinity where
 * the seam is silent, and for fewer than eight frames.
 */
export function seamDb(channels: readonly Float32Array[]): number {
  let seam = 0;
  let steady = 0;
  for (const one of channels) {
    const n = one.length;
    if (n < 8) return Number.NEGATIVE_INFINITY;
    const bend = (a: number, b: number, c: number) => Math.abs(one[a]! - 2 * one[b]! + one[c]!);
    seam = Math.max(seam, bend(n - 2, n - 1, 0), bend(n - 1, 0, 1));
    for (let i = 1; i < n - 1; i++) steady = Math.max(steady, bend(i - 1, i, i + 1));
  }
  return seam === 0 ? Number.NEGATIVE_INFINITY : 20 * Math.log10(seam / Math.max(steady, 1e-12));
}

/** Mean of all frames of each channel, the largest magnitude of them: the steady offset of a loop. */
export function dcOffset(channels: readonly Float32Array[]): number {
  return Math.max(
    0,
    ...channels.map((one) =>
      Math.abs(one.reduce((sum, x) => sum + x, 0) / Math.max(1, one.length)),
    ),
  );
}
