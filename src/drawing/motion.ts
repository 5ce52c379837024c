/** How drawings move: pure functions of time, so that the same moment always gives the same picture. */

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

/** A value on its way from `from` to `to`. */
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
 * How thick a ring is over one pass of its loop: its level against its own average, smoothed 80 ms up and
 * 200 ms down round the seam, as bytes (128 is at rest, 0 and 255 the extremes). It comes from what is stored
 * with the loop, so every viewer sees the same.
 *
 * @param bands 4 × 256 envelope bytes, or empty
 * @param peaks peak bytes, used where there are no bands
 * @param passSec seconds of one pass
 * @returns 256 bytes
 */
export function thicknessCurve(bands: Uint8Array, peaks: Uint8Array, passSec: number): Uint8Array {
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
  return Uint8Array.from(levels, (value) => {
    const share = mean > 1e-4 ? (value - mean) / mean : 0;
    return Math.round(128 + 127 * Math.min(1, Math.max(-1, share)));
  });
}
