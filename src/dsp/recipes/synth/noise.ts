import type { Random } from '../../synth/random.ts';

/** Pink noise (−3 dB an octave), P. Kellet's economy filter; about −1..1. */
export function pink(rng: Random): () => number {
  let b0 = 0;
  let b1 = 0;
  let b2 = 0;
  return () => {
    const w = rng.bipolar();
    b0 = 0.99765 * b0 + w * 0.099046;
    b1 = 0.963 * b1 + w * 0.2965164;
    b2 = 0.57 * b2 + w * 1.0526913;
    return (b0 + b1 + b2 + w * 0.1848) * 0.3;
  };
}

/** Slow drift in −1..1: a new aim `hz` times a second, joined by smooth steps. */
export function drift(rng: Random, hz: number, rate = 48_000): () => number {
  const step = hz / rate;
  let phase = 1;
  let from = rng.bipolar();
  let to = rng.bipolar();
  return () => {
    if (phase >= 1) {
      phase -= 1;
      from = to;
      to = rng.bipolar();
    }
    const s = phase * phase * (3 - 2 * phase);
    phase += step;
    return from + (to - from) * s;
  };
}
