/**
 * Tempo and length in bars, proposed from where a sound strikes. Autocorrelation of the onset envelope, read at
 * multiples of a beat (P. Grosche and M. Müller, "Extracting predominant local pulse information", 2011, for the
 * general approach), weighed with what loops usually are: few whole bars at a moderate tempo.
 */
import { Agreement } from './agreement.ts';
import { fastShare, PAIR_FROM_BPM, PAIR_TO_BPM } from './octave.ts';
import { ONSET_RATE_HZ, type Strikes } from './onsets.ts';

export interface TempoHints {
  /** Beats per minute that the name of the file says. */
  readonly bpm?: number;
  /** Bars that the name says. */
  readonly bars?: number;
  /** Beats per minute of the rifff that it is for. */
  readonly rifffBpm?: number;
  /** Sixteenths in a bar, 16 unless said. */
  readonly barLength?: number;
}

export interface TempoProposal {
  readonly bpm: number;
  /** Whole bars that the sound holds from `startSec` on, 1 or more. */
  readonly bars: number;
  /** Is the whole sound one loop of these bars? */
  readonly isLoop: boolean;
  /** Where the first bar begins. */
  readonly startSec: number;
  /** 0 to 1. */
  readonly confidence: number;
}

const BPM = { min: 60, max: 200 };
/** Middle and width (octaves) of the tempos that people tap. */
const PRIOR_BPM = 118;
const PRIOR_OCTAVES = 0.5;
/** Multiples of a beat at which the envelope should agree with itself, with their weights. */
const MULTIPLES = [
  [1, 1],
  [2, 1],
  [3, 0.5],
  [4, 1],
  [8, 0.7],
  [0.5, 0.6],
  [0.25, 0.3],
] as const;
/** A sound that is this much off a whole number of bars is no loop, in seconds and as a share. */
const LOOP_SLACK_SEC = 0.04;
const LOOP_SLACK_SHARE = 0.004;
const LOOP_BARS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64];

function pulse(agreement: Agreement, bpm: number): number {
  const beatSec = 60 / bpm;
  let sum = 0;
  for (const [multiple, weight] of MULTIPLES) sum += weight * agreement.at(multiple * beatSec);
  return Math.max(0, sum);
}

const octavesBetween = (a: number, b: number) => Math.abs(Math.log2(a / b));

function prior(bpm: number): number {
  return Math.exp(-0.5 * (octavesBetween(bpm, PRIOR_BPM) / PRIOR_OCTAVES) ** 2);
}

/** A tempo brought to where ever longer stretches of the sound agree with themselves best. */
function refine(agreement: Agreement, bpm: number, durationSec: number): number {
  let beatSec = 60 / bpm;
  for (let beats = 2; beats * beatSec < durationSec * 0.7 && beats <= 128; beats *= 2) {
    let best = beatSec;
    let most = Number.NEGATIVE_INFINITY;
    for (let step = -8; step <= 8; step++) {
      const candidate = beatSec + (step * 0.25) / (beats * ONSET_RATE_HZ);
      const agreed = agreement.at(candidate * beats);
      if (agreed <= most) continue;
      most = agreed;
      best = candidate;
    }
    beatSec = best;
  }
  const refined = 60 / beatSec;
  const whole = Math.round(refined);
  return Math.abs(refined - whole) < 0.15 ? whole : refined;
}

interface Candidate {
  readonly bpm: number;
  /** Bars when the whole sound is a loop of them, else 0. */
  readonly loopBars: number;
  /** Without what the name and the rifff say. */
  readonly score: number;
}

function freeTempos(agreement: Agreement, durationSec: number): number[] {
  const scored: { bpm: number; score: number }[] = [];
  for (let bpm = BPM.min; bpm <= BPM.max; bpm *= 1.01) {
    scored.push({ bpm, score: pulse(agreement, bpm) * prior(bpm) });
  }
  const isPeak = (at: number) =>
    scored[at]!.score >= (scored[at - 1]?.score ?? 0) &&
    scored[at]!.score >= (scored[at + 1]?.score ?? 0);
  return scored
    .filter((_, at) => isPeak(at))
    .sort((a, b) => b.score - a.score)
    .slice(0, 6)
    .map(({ bpm }) => refine(agreement, bpm, durationSec));
}

/** Tempos at which the whole sound would be a loop of a usual number of bars. */
function loopTempos(durationSec: number, beatsPerBar: number): Omit<Candidate, 'score'>[] {
  return LOOP_BARS.map((loopBars) => ({
    bpm: (60 * loopBars * beatsPerBar) / durationSec,
    loopBars,
  })).filter(({ bpm }) => bpm >= BPM.min * 0.75 && bpm <= BPM.max * 1.2);
}

const isPowerOf2 = (bars: number) => Number.isInteger(Math.log2(bars));

/** How usual a loop of so many bars is. */
function loopWeight(bars: number, bpm: number): number {
  const whole = Math.abs(bpm - Math.round(bpm)) < 0.02 ? 1.5 : 1;
  return whole * (isPowerOf2(bars) ? 2 : 0.7);
}

function hinted(bpm: number, bars: number, hints: TempoHints): number {
  let weight = 1;
  if (hints.bpm && octavesBetween(bpm, hints.bpm) < 0.01) weight *= 20;
  if (hints.rifffBpm && octavesBetween(bpm, hints.rifffBpm) < 0.002) weight *= 2;
  if (hints.bars && bars === hints.bars) weight *= 8;
  return weight;
}

/** First beat at or before the first strong strike, for a sound that does not begin on its own beginning. */
function firstBeat(onsets: Float32Array, beatSec: number): number {
  const beat = beatSec * ONSET_RATE_HZ;
  const loudest = onsets.reduce((a, b) => Math.max(a, b), 0);
  if (loudest === 0) return 0;
  let phase = 0;
  let most = -1;
  for (let offset = 0; offset < beat; offset++) {
    let sum = 0;
    for (let at = offset; at < onsets.length; at += beat) sum += onsets[Math.round(at)] ?? 0;
    if (sum <= most) continue;
    most = sum;
    phase = offset;
  }
  const first = onsets.findIndex((strike) => strike > 0.2 * loudest);
  const beats = Math.max(0, Math.round((first - phase) / beat));
  return (phase + beats * beat) / ONSET_RATE_HZ;
}

const byScore = (a: Candidate, b: Candidate) => b.score - a.score;

/** Shares out what two tempos an octave apart have together by what the sound says of them. */
function decideOctaves(candidates: readonly Candidate[], strikes: Strikes): Candidate[] {
  const decided = [...candidates].sort(byScore);
  const isSame = (a: number, b: number) => octavesBetween(a, b) < 0.01;
  for (let at = 0; at < decided.length; at++) {
    const slow = decided[at]!;
    const { bpm } = slow;
    if (bpm < PAIR_FROM_BPM || bpm >= PAIR_TO_BPM) continue;
    if (decided.findIndex((one) => isSame(one.bpm, bpm)) < at) continue;
    const fastAt = decided.findIndex((one) => isSame(one.bpm, 2 * bpm));
    const fast = decided[fastAt];
    if (!fast) continue;
    const startSec = slow.loopBars > 0 ? 0 : firstBeat(strikes.all, 60 / bpm);
    const share = fastShare(strikes, bpm, startSec);
    const total = slow.score + fast.score;
    decided[at] = { ...slow, score: total * (1 - share) };
    decided[fastAt] = { ...fast, score: total * share };
  }
  return decided;
}

function scoreAll(
  agreement: Agreement,
  strikes: Strikes,
  durationSec: number,
  beatsPerBar: number,
  hints: TempoHints,
): Candidate[] {
  const loops = loopTempos(durationSec, beatsPerBar).map(({ bpm, loopBars }) => {
    const fit = 0.15 + pulse(agreement, bpm);
    return { bpm, loopBars, score: fit * prior(bpm) * loopWeight(loopBars, bpm) };
  });
  const free = freeTempos(agreement, durationSec).map((bpm) => ({
    bpm,
    loopBars: 0,
    score: pulse(agreement, bpm) * prior(bpm),
  }));
  const named = hints.bpm ? [{ bpm: hints.bpm, loopBars: 0, score: 4 }] : [];
  const heard = decideOctaves([...loops, ...free], strikes).map((candidate) => ({
    ...candidate,
    score: candidate.score * hinted(candidate.bpm, candidate.loopBars, hints),
  }));
  return [...heard, ...named].sort(byScore);
}

function proposalOf(
  candidate: Candidate,
  onsets: Float32Array,
  durationSec: number,
  beatsPerBar: number,
): Omit<TempoProposal, 'confidence'> {
  const { bpm, loopBars } = candidate;
  const barSec = (60 * beatsPerBar) / bpm;
  const near = Math.round(durationSec / barSec);
  const slack = Math.max(LOOP_SLACK_SEC, LOOP_SLACK_SHARE * durationSec);
  if (loopBars > 0) return { bpm, bars: loopBars, isLoop: true, startSec: 0 };
  if (near >= 1 && Math.abs(durationSec - near * barSec) <= slack) {
    return { bpm, bars: near, isLoop: true, startSec: 0 };
  }
  const startSec = firstBeat(onsets, 60 / bpm);
  const bars = Math.max(1, Math.floor((durationSec - startSec) / barSec + 0.02));
  return { bpm, bars, isLoop: false, startSec };
}

/**
 * Proposes tempos of a sound, the likeliest first, each about 2 % apart from the others.
 * @param strikes as `onsetStrikes` gives them
 * @returns at least one, at most four
 */
export function proposeTempos(
  strikes: Strikes,
  durationSec: number,
  hints: TempoHints = {},
): TempoProposal[] {
  const beatsPerBar = (hints.barLength ?? 16) / 4;
  const agreement = new Agreement(strikes.all);
  const candidates = scoreAll(agreement, strikes, durationSec, beatsPerBar, hints);
  const kept: Candidate[] = [];
  for (const candidate of candidates) {
    if (kept.some(({ bpm }) => octavesBetween(bpm, candidate.bpm) < 0.03)) continue;
    kept.push(candidate);
    if (kept.length === 4) break;
  }
  // The tempo an octave away is the one that is most often meant instead.
  const [first] = kept as [Candidate];
  const isOctave = ({ bpm }: Candidate) =>
    Math.abs(octavesBetween(bpm, first.bpm) - 1) < 0.01 && bpm >= BPM.min && bpm <= BPM.max;
  const octave = candidates.find(isOctave);
  if (octave && !kept.some(isOctave)) kept[kept.length - 1] = octave;
  const total = kept.reduce((sum, { score }) => sum + score, 0);
  return kept.map((candidate) => ({
    ...proposalOf(candidate, strikes.all, durationSec, beatsPerBar),
    confidence: total > 0 ? candidate.score / total : 0,
  }));
}
