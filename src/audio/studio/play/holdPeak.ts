const MOST = 0.98;

/** Keeps a sound that is made under full scale, in place: an encoder would cut off what is over it. */
export function holdPeak(channels: readonly Float32Array[]): void {
  let peak = 0;
  for (const channel of channels) {
    for (const sample of channel) peak = Math.max(peak, Math.abs(sample));
  }
  if (peak <= MOST) return;
  for (const channel of channels) {
    for (let n = 0; n < channel.length; n++) channel[n]! *= MOST / peak;
  }
}
