import type { Stereo } from '../../synth/buffer.ts';
import { cosTurn } from '../../synth/math.ts';

/** Frames over which the two ends of a loop are bent towards each other. */
const REACH = 960;

/**
 * Bends the ends of `source` by what the codec tore them apart: `heard` is what came back from it. The codec's
 * error at the last frame and at the first have nothing to do with each other, and in a smooth bass the step
 * between them would click; half of it is taken from each end over 20 ms. Returns a new buffer.
 */
export function mendSeam(source: Stereo, heard: Stereo): Stereo {
  const side = (from: Float32Array, to: Float32Array): Float32Array => {
    const out = from.slice();
    const n = from.length;
    // Where the end would go on to, and where the beginning would have come from.
    const ahead = 2 * to[n - 1]! - to[n - 2]!;
    const behind = 2 * to[0]! - to[1]!;
    const gap = (to[0]! - ahead + (behind - to[n - 1]!)) / 2;
    for (let i = 0; i < Math.min(REACH, n >> 2); i++) {
      const weight = 0.25 * (1 + cosTurn(i / REACH / 2));
      out[i] = out[i]! - gap * weight;
      out[n - 1 - i] = out[n - 1 - i]! + gap * weight;
    }
    return out;
  };
  return { l: side(source.l, heard.l), r: side(source.r, heard.r) };
}
