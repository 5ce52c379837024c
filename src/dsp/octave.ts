/**
 * Which of two tempos an octave apart a sound is in. The same strikes are eighths of the one and sixteenths of the
 * other: what tells them apart is how full each level of the metre is, and where the backbeat lies.
 */
import { ONSET_RATE_HZ, type Strikes } from './onsets.ts';

/** Slower tempos of the pairs that are judged; outside of them habit alone decides. */
export const PAIR_FROM_BPM = 60;
export const PAIR_TO_BPM = 106;
/** Strikes are looked for this many hops round their place: 20 ms. */
const REACH_HOPS = 4;
/** Share of the loudest strike below which levels are taken as equally empty. */
const EMPTY = 0.1;
/** A pair of this slower tempo is as often meant slow as fast. */
const EVEN_BPM = 83.4;
/**
 * A logistic regression over half of the library's loops and the beats of the pads: a constant, sixteenths over
 * eighths, eighths over beats (both as logarithms), octaves from `EVEN_BPM`, and the backbeat of the faster tempo.
 */
const WEIGHTS = { constant: 1.8, sixteenths: 2.3, eighths: 1.2, octaves: -10.9, backbeat: 3.1 };

interface Levels {
  /** Mean strike above the floor at each quarter of a beat, over two beats. */
  readonly at: readonly number[];
  readonly loudest: number;
}

function levelsOf(strikes: Float32Array, beatSec: number, startSec: number): Levels {
  const sorted = Float32Array.from(strikes).sort();
  const floor = sorted[sorted.length >> 1] ?? 0;
  const step = (beatSec * ONSET_RATE_HZ) / 4;
  const sums = new Float64Array(8);
  const counts = new Float64Array(8);
  for (let quarter = 0; ; quarter++) {
    const middle = Math.round(startSec * ONSET_RATE_HZ + quarter * step);
    if (middle >= strikes.length) break;
    let most = 0;
    const to = Math.min(strikes.length - 1, middle + REACH_HOPS);
    for (let hop = Math.max(0, middle - REACH_HOPS); hop <= to; hop++) {
      most = Math.max(most, strikes[hop]! - floor);
    }
    sums[quarter % 8]! += most;
    counts[quarter % 8]! += 1;
  }
  return {
    at: Array.from(sums, (sum, quarter) => sum / Math.max(1, counts[quarter]!)),
    loudest: (sorted.at(-1) ?? 0) - floor,
  };
}

/** How much more of the middle than of the low is struck at a quarter: a snare rather than a kick. */
function snare(mid: Levels, low: Levels, quarter: number): number {
  const share = ({ at, loudest }: Levels) => (loudest > 0 ? at[quarter]! / loudest : 0);
  return Math.max(0, share(mid) - share(low));
}

/**
 * How likely a sound is in twice a tempo rather than in it.
 * @param slowBpm from `PAIR_FROM_BPM` up to `PAIR_TO_BPM`
 * @param startSec where a beat lies
 * @returns 0 to 1
 */
export function fastShare({ all, low, mid }: Strikes, slowBpm: number, startSec: number): number {
  const beatSec = 60 / slowBpm;
  const [whole, deep, middle] = [all, low, mid].map((one) => levelsOf(one, beatSec, startSec)) as [
    Levels,
    Levels,
    Levels,
  ];
  const { at, loudest } = whole;
  const beats = (at[0]! + at[4]!) / 2;
  const eighths = (at[2]! + at[6]!) / 2;
  const sixteenths = (at[1]! + at[3]! + at[5]! + at[7]!) / 4;
  const over = (a: number, b: number) =>
    Math.log((a + EMPTY * loudest + 1e-6) / (b + EMPTY * loudest + 1e-6));
  const [first, second, third, fourth] = [0, 2, 4, 6].map((quarter) =>
    snare(middle, deep, quarter),
  ) as [number, number, number, number];
  const logOdds =
    WEIGHTS.constant +
    WEIGHTS.sixteenths * over(sixteenths, eighths) +
    WEIGHTS.eighths * over(eighths, beats) +
    WEIGHTS.octaves * Math.log2(slowBpm / EVEN_BPM) +
    WEIGHTS.backbeat * ((second + fourth) / 2 - Math.max(first, third));
  return 1 / (1 + Math.exp(-logOdds));
}
