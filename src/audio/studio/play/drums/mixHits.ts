/** Pads into the samples of a loop: pure, so that it is exact to the frame whatever plays meanwhile. */
import { PADS } from '../../../../data/rules/instruments/padKit.ts';
import {
  hitsOf,
  LEVEL_GAINS,
  type StepPattern,
  stepCount,
} from '../../../../data/rules/instruments/steps.ts';

/** A sound in stereo. */
export interface StereoSound {
  readonly left: Float32Array<ArrayBuffer>;
  readonly right: Float32Array<ArrayBuffer>;
}

/** A hit at a whole frame of the loop. */
interface FrameHit {
  readonly frame: number;
  readonly pad: number;
  readonly gain: number;
}

/** A choked sound falls by e in this time and is gone after eight times it. */
export const CHOKE_TAU_SEC = 0.002;
const RATE = 48_000;
const CHOKE_FRAMES = Math.round(8 * CHOKE_TAU_SEC * RATE);

/** Hits of a pattern on a loop of so many frames. */
export function frameHits(pattern: StepPattern, frames: number): FrameHit[] {
  const total = stepCount(pattern);
  return hitsOf(pattern).map(({ pad, level, at16ths }) => ({
    pad,
    frame: Math.round((at16ths * frames) / total) % frames,
    gain: LEVEL_GAINS[level],
  }));
}

/** Frames from a hit to the next one that silences it, going round the loop; Infinity when nothing does. */
function framesToChoke(hit: FrameHit, hits: readonly FrameHit[], frames: number): number {
  const group = PADS[hit.pad]?.choke;
  if (!group) return Number.POSITIVE_INFINITY;
  let least = frames;
  for (const other of hits) {
    if (PADS[other.pad]?.choke !== group || other.frame === hit.frame) continue;
    least = Math.min(least, (other.frame - hit.frame + frames) % frames);
  }
  return least;
}

/**
 * Sums hits into one pass of a loop. What rings past the end is heard at the start, as it is when the loop
 * goes round.
 * @returns two channels of exactly `frames` samples
 */
export function mixHits(
  sounds: readonly StereoSound[],
  hits: readonly FrameHit[],
  frames: number,
): [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>] {
  const left = new Float32Array(frames);
  const right = new Float32Array(frames);
  for (const hit of hits) {
    const sound = sounds[hit.pad];
    if (!sound) continue;
    const choke = framesToChoke(hit, hits, frames);
    const length = Math.min(sound.left.length, choke + CHOKE_FRAMES);
    let at = hit.frame;
    for (let n = 0; n < length; n++) {
      const fall = n <= choke ? 1 : Math.exp((choke - n) / (CHOKE_TAU_SEC * RATE));
      left[at]! += sound.left[n]! * hit.gain * fall;
      right[at]! += sound.right[n]! * hit.gain * fall;
      if (++at === frames) at = 0;
    }
  }
  return [left, right];
}
