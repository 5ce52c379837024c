/**
 * Low and high cuts of 12 dB an octave. Source: R. Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter
 * coefficients", as the Web Audio API defines its own.
 */

/** Coefficients over the first one, and the state of a filter of one channel; the third one equals `b0`. */
export interface Cut {
  b0: number;
  b1: number;
  a1: number;
  a2: number;
  s0: number;
  s1: number;
}

/** Moves the corner of a filter. @param q linear; √½ has no resonance */
export function setCut(
  cut: Cut,
  pass: 'high' | 'low',
  hz: number,
  q: number,
  sampleRate: number,
): void {
  const w = (2 * Math.PI * Math.min(hz, 0.499 * sampleRate)) / sampleRate;
  const cos = Math.cos(w);
  const alpha = Math.sin(w) / (2 * q);
  const a0 = 1 + alpha;
  const sign = pass === 'low' ? -1 : 1;
  cut.b0 = (1 + sign * cos) / (2 * a0);
  cut.b1 = -2 * sign * cut.b0;
  cut.a1 = (-2 * cos) / a0;
  cut.a2 = (1 - alpha) / a0;
}

/** A filter at rest. */
export function makeCut(pass: 'high' | 'low', hz: number, q: number, sampleRate: number): Cut {
  const cut: Cut = { b0: 1, b1: 0, a1: 0, a2: 0, s0: 0, s1: 0 };
  setCut(cut, pass, hz, q, sampleRate);
  return cut;
}
