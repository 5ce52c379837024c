import { CROSSFADE_SEC, SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';

/** Frames of every cross-over. It ends at the boundary, so that the first attack after it is whole. */
export const FADE_FRAMES = Math.round(CROSSFADE_SEC * SAMPLE_RATE_HZ);

/** Points of the curve of a long blend; between them the browser draws straight lines (error under −110 dB). */
const BLEND_POINTS = 1025;

/** A change of gain between two frames. */
export interface Fade {
  readonly fromFrame: number;
  readonly frames: number;
}

/** The cross-over of 5 ms that ends at `atFrame`. */
export function cutAt(atFrame: number): Fade {
  return { fromFrame: atFrame - FADE_FRAMES, frames: FADE_FRAMES };
}

/**
 * Gain of 0 to 1 for `setValueCurveAtTime`, in or out. A cut is a raised cosine with one point a frame: its two
 * directions add up to a constant, so material that goes on through it is untouched. Anything longer is of equal
 * power (sine and cosine), because two different rifffs add up by power, and a raised cosine would sag by 3 dB.
 */
export function fadeCurve(fade: Fade, direction: 'in' | 'out'): Float32Array<ArrayBuffer> {
  const isCut = fade.frames <= FADE_FRAMES;
  const points = isCut ? fade.frames + 1 : BLEND_POINTS;
  const curve = new Float32Array(points);
  for (let i = 0; i < points; i++) {
    const x = (direction === 'in' ? i : points - 1 - i) / (points - 1);
    curve[i] = isCut ? 0.5 - 0.5 * Math.cos(Math.PI * x) : Math.sin((Math.PI / 2) * x);
  }
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
