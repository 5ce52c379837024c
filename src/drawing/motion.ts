/** How drawings move: pure functions of time, so that the same moment always gives the same picture. */
import { flashLight } from './tokens.ts';

/** Durations in milliseconds. */
export const MOTION = {
  mute: 160,
  solo: 160,
  settle: 240,
  inviteEvery: 4000,
  invite: 900,
} as const;

/** Rise and fall of a ring's thickness with its level, in milliseconds. */
const ATTACK_MS = 80;
const RELEASE_MS = 200;
/** Largest change of a ring's thickness by its level, as a share. */
export const LEVEL_SHARE = 0.06;
/** Fastest change of a ring's thickness that has the light of one flash, see `swellsPerSec`. */
const SWELLS_PER_LIGHT = 50;

/** Share of a duration that has passed, 0–1; reduced motion is always at the end. */
export function progress(
  nowMs: number,
  startMs: number,
  lastsMs: number,
  isReduced = false,
): number {
  if (isReduced || lastsMs <= 0) return 1;
  return Math.min(1, Math.max(0, (nowMs - startMs) / lastsMs));
}

/**
 * Ease-out of the house, cubic-bezier(.2, 0, 0, 1), by Newton's method on x(t).
 * @param x share of the time, 0–1
 */
export function ease(x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  let t = x;
  for (let step = 0; step < 8; step++) {
    const rest = 1 - t;
    const at = 3 * rest * rest * t * 0.2 + t * t * t;
    const slope = 0.6 * rest * rest - 1.2 * rest * t + 3 * t * t;
    t = Math.min(1, Math.max(0, t - (at - x) / Math.max(slope, 1e-4)));
  }
  return 3 * (1 - t) * t * t + t * t * t;
}

/** Half width in turns of the part that a mute has reached from the notch outwards; ½ is the whole ring. */
export function muteReach(nowMs: number, startMs: number, isReduced = false): number {
  return 0.5 * ease(progress(nowMs, startMs, MOTION.mute, isReduced));
}

/** A value that moves from `from` to `to`. */
export function settle(
  from: number,
  to: number,
  nowMs: number,
  startMs: number,
  lastsMs: number = MOTION.settle,
  isReduced = false,
): number {
  return from + (to - from) * ease(progress(nowMs, startMs, lastsMs, isReduced));
}

/** Share of an arriving ring that the notch has cut since `startTurns`, 0–1; reduced motion has all of it. */
export function arrived(turns: number, startTurns: number, isReduced = false): number {
  if (isReduced || turns < startTurns) return 1;
  return Math.min(1, turns - startTurns);
}

/** Phase of the notch: stepped per beat under reduced motion. @param beats beats in one turn */
export function notchPhase(phase: number, beats: number, isReduced: boolean): number {
  return isReduced ? Math.floor(phase * beats + 1e-6) / beats : phase;
}

/** Which ring of `count` the invitation thickens now, and by how much (0–1). */
export function invitation(ms: number, count: number): { ring: number; share: number } {
  if (count === 0) return { ring: -1, share: 0 };
  const turn = Math.floor(ms / MOTION.inviteEvery);
  const into = ms - turn * MOTION.inviteEvery;
  const share = into < MOTION.invite ? Math.sin((into / MOTION.invite) * Math.PI) ** 2 : 0;
  // From the outside in: the outer rings are the ones that a finger finds first.
  return { ring: count - 1 - (turn % count), share };
}

/**
 * Holds a closed curve to a slope: the mean of the highest curve below it and the lowest above it that rise and fall no
 * faster (its Lipschitz envelopes). Slow parts stay as they are, and nothing comes later than it was.
 *
 * @param curve changed in place; its last number is followed by its first
 * @param most largest step from one number to the next
 */
function holdSlope(curve: Float32Array, most: number): void {
  const below = curve.slice();
  const above = curve.slice();
  const count = curve.length;
  // Twice round each way, for the curve is closed.
  for (let step = 0; step < 2 * count; step++) {
    const at = step % count;
    const next = (at + 1) % count;
    below[next] = Math.min(below[next]!, below[at]! + most);
    above[next] = Math.max(above[next]!, above[at]! - most);
    const back = count - 1 - at;
    const last = (back + count - 1) % count;
    below[last] = Math.min(below[last]!, below[back]! + most);
    above[last] = Math.max(above[last]!, above[back]! - most);
  }
  for (let at = 0; at < count; at++) curve[at] = (below[at]! + above[at]!) / 2;
}

/**
 * How thick a ring is over one pass of its loop: its level against its own average, smoothed 80 ms up and
 * 200 ms down round the seam, as bytes (128 is at rest, 0 and 255 the extremes). It comes from what is stored
 * with the loop, so every viewer sees the same.
 *
 * @param bands 4 × 256 envelope bytes, or empty
 * @param peaks peak bytes, used where there are no bands
 * @param passSec seconds of one pass
 * @param mostPerSec fastest change, where from rest to an extreme is 1: see `swellsPerSec`
 * @returns 256 bytes
 */
export function thicknessCurve(
  bands: Uint8Array,
  peaks: Uint8Array,
  passSec: number,
  mostPerSec: number,
): Uint8Array {
  const bins = 256;
  const levels = new Float32Array(bins);
  if (bands.length === 4 * bins) {
    for (let at = 0; at < bins; at++) {
      for (let band = 0; band < 4; band++) levels[at]! += (bands[band * bins + at]! / 255) ** 2;
      levels[at] = Math.sqrt(levels[at]!);
    }
  } else if (peaks.length > 0) {
    const width = peaks.length / bins;
    for (let at = 0; at < bins; at++) levels[at] = peaks[Math.floor((at + 0.5) * width)]! / 255;
  }
  const binMs = (passSec * 1000) / bins;
  const up = 1 - Math.exp(-binMs / ATTACK_MS);
  const down = 1 - Math.exp(-binMs / RELEASE_MS);
  let level = 0;
  let sum = 0;
  for (let at = 0; at < 2 * bins; at++) {
    const target = levels[at % bins]!;
    level += (target - level) * (target > level ? up : down);
    if (at >= bins) sum += level;
    if (at >= bins) levels[at - bins] = level;
  }
  const mean = sum / bins;
  for (let at = 0; at < bins; at++) {
    const share = mean > 1e-4 ? (levels[at]! - mean) / mean : 0;
    levels[at] = Math.min(1, Math.max(-1, share));
  }
  holdSlope(levels, (mostPerSec * passSec) / bins);
  return Uint8Array.from(levels, (value) => Math.round(128 + 127 * value));
}

/**
 * How fast a ring of an ink may grow and shrink with its level, as `mostPerSec` of `thicknessCurve`: the more light its
 * ink has, the slower. The worst case is one red ring alone: the eight changes of its thickness that make four flashes
 * take more than a second then. `flashes.test.ts` holds every picture to it.
 *
 * @param colour `#RRGGBB`
 */
export function swellsPerSec(colour: string): number {
  return SWELLS_PER_LIGHT / Math.max(1, flashLight(colour));
}
