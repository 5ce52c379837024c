import { CROSSFADE_SEC, SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';

/** Frames of every cross-over. It ends at the boundary, so that the first attack after it is whole. */
export const FADE_FRAMES = Math.round(CROSSFADE_SEC * SAMPLE_RATE_HZ);

/**
 * Raised cosine from one gain to another for `setValueCurveAtTime`, one point a frame. The two directions
 * add up to a constant, so material that goes on through a cross-over is untouched.
 */
export function fadeCurve(from: number, to: number): Float32Array<ArrayBuffer> {
  const curve = new Float32Array(FADE_FRAMES + 1);
  for (let i = 0; i <= FADE_FRAMES; i++) {
    curve[i] = from + (to - from) * (0.5 - 0.5 * Math.cos((Math.PI * i) / FADE_FRAMES));
  }
  curve[FADE_FRAMES] = to;
  return curve;
}

/**
 * The time of a whole frame in seconds, never a hair before it: rounding down would start a source in the
 * middle of a frame, which the browser answers by smearing every sample over two.
 */
export function frameTime(frame: number, sampleRate: number): number {
  let time = frame / sampleRate;
  while (time * sampleRate < frame) time += Number.EPSILON * Math.max(1, time);
  return time;
}
