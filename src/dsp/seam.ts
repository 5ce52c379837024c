/** Magnitude of the second difference round frame `at` of the wrapped channel. */
function bend(channel: Float32Array, at: number): number {
  const frames = channel.length;
  const before = channel[at === 0 ? frames - 1 : at - 1]!;
  const after = channel[at === frames - 1 ? 0 : at + 1]!;
  return Math.abs(before - 2 * channel[at]! + after);
}

/**
 * How much a loop clicks where its end meets its start, in dB: the largest second difference over the seam
 * against the largest anywhere else. About 0 dB or less is inaudible; a jump reads 20 dB and more. A seam
 * without any bend is −Infinity, a bend in silence +Infinity.
 * @param channel one channel of the loop, three frames at least (fewer read −Infinity)
 */
export function seamDb(channel: Float32Array): number {
  const frames = channel.length;
  if (frames < 3) return Number.NEGATIVE_INFINITY;
  const seam = Math.max(bend(channel, 0), bend(channel, frames - 1));
  if (seam === 0) return Number.NEGATIVE_INFINITY;
  let steady = 0;
  for (let at = 1; at < frames - 1; at++) steady = Math.max(steady, bend(channel, at));
  return 20 * Math.log10(seam / steady);
}
