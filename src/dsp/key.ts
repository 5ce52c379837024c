/** A key proposed from what is heard. */
import { MIN_TONALITY, tonality } from './chroma.ts';

export interface KeyProposal {
  /** 0 to 11, 0 is C. */
  readonly root: number;
  /** Index into `SCALES`: 0 major, 5 minor. */
  readonly scale: number;
  /** 0 to 1: how much better it fits than the best key of other notes. */
  readonly confidence: number;
}

/** Ratings of how well each step fits a key: C. Krumhansl and E. Kessler, 1982. */
const MAJOR = [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88];
const MINOR_RATINGS = [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17];
/** Index into `SCALES`. */
const MINOR = 5;
const PROFILES = [
  { scale: 0, ratings: MAJOR, relative: 9 },
  { scale: MINOR, ratings: MINOR_RATINGS, relative: 3 },
] as const;

function correlation(shares: ArrayLike<number>, ratings: readonly number[], root: number): number {
  const mean = (values: ArrayLike<number>) => {
    let sum = 0;
    for (let i = 0; i < 12; i++) sum += values[i]!;
    return sum / 12;
  };
  const meanA = mean(shares);
  const meanB = mean(ratings);
  let product = 0;
  let powerA = 0;
  let powerB = 0;
  for (let step = 0; step < 12; step++) {
    const a = shares[(root + step) % 12]! - meanA;
    const b = ratings[step]! - meanB;
    product += a * b;
    powerA += a * a;
    powerB += b * b;
  }
  return powerA > 0 ? product / Math.sqrt(powerA * powerB) : 0;
}

/** A major and a minor key of the same notes fit about equally; loops are more often minor. */
const MINOR_LEAN = 0.05;

/**
 * The major or minor key whose profile fits a chroma best.
 * @param shares of the twelve pitch classes, as `chroma` gives them
 * @param leanings what else speaks for each pitch class as the root, added to how well its profile fits
 * @returns null when there is too little tone in it
 */
export function proposeKey(
  shares: Float32Array,
  leanings: Float32Array = new Float32Array(12),
): KeyProposal | null {
  if (tonality(shares) < MIN_TONALITY) return null;
  // Amplitudes rather than energies: a bass note is not ten times as telling as its chord.
  const amplitudes = Float32Array.from(shares, Math.sqrt);
  const fits = PROFILES.flatMap(({ scale, ratings, relative }) =>
    Array.from({ length: 12 }, (_, root) => ({
      root,
      scale,
      relative: `${(root + relative) % 12}/${scale === 0 ? 5 : 0}`,
      fit:
        correlation(amplitudes, ratings, root) +
        leanings[root]! +
        (scale === MINOR ? MINOR_LEAN : 0),
    })),
  ).sort((a, b) => b.fit - a.fit);
  const best = fits[0]!;
  const other = fits.find(
    ({ root, scale }) =>
      `${root}/${scale}` !== best.relative && !(root === best.root && scale === best.scale),
  )!;
  const confidence = Math.min(1, Math.max(0, (best.fit - other.fit) * 5));
  return { root: best.root, scale: best.scale, confidence };
}
