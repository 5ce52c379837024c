/**
 * An estimate of a room's clock, made from probes that a server answers. Probes go out in pairs; of each pair the one
 * with the shorter round trip counts. A line of offset against local time is fitted through the best of a window by
 * weighted medians (Theil and Sen), so single late or lopsided answers move nothing. Pure: state in, state out.
 *
 * Half a round trip bounds the error of any probe. What a round trip lasts beyond the shortest one bounds what jitter
 * can have added. A way that is always longer in one direction than in the other cannot be seen by anyone; `boundMs`
 * says how much that could be.
 */

/** A probe and its answer: local times of sending and receiving, and the room's clock in between, all in ms. */
export interface Probe {
  readonly sentMs: number;
  readonly atMs: number;
  readonly receivedMs: number;
}

/** The better probe of a pair. */
interface Sample {
  /** Local time half way between sending and receiving. */
  readonly midMs: number;
  /** Room's clock less local time, as this probe saw it. */
  readonly offsetMs: number;
  readonly roundTripMs: number;
}

/** What has been heard lately; start with `NO_PROBES`. */
export interface ProbeMemory {
  readonly samples: readonly Sample[];
  /** Newest samples that the estimate cannot explain. */
  readonly strangers: readonly Sample[];
  readonly clock: RoomClock | null;
  /** Pairs heard since the beginning or since the clock stepped. */
  readonly pairs: number;
}

/** The room's clock as a line: `roomMs = localMs + offsetMs + skew · (localMs − refMs)`. */
export interface RoomClock {
  readonly refMs: number;
  readonly offsetMs: number;
  /** How much faster the room's clock goes; 0.0001 is 100 ppm. */
  readonly skew: number;
  /** What the samples leave open at `refMs`, in ms; it grows with time, see `uncertaintyMs`. */
  readonly spreadMs: number;
  /** No error can be greater than this at `refMs`: half the shortest round trip. */
  readonly boundMs: number;
  /** Is the skew measured, rather than taken for none? */
  readonly isSkewKnown: boolean;
}

export const NO_PROBES: ProbeMemory = { samples: [], strangers: [], clock: null, pairs: 0 };

/** Time between the two probes of a pair. */
export const PAIR_GAP_MS = 25;
/** Pairs sent close together at first, so that the clock is known within a second. */
const FIRST_PAIRS = 12;
const FIRST_GAP_MS = 60;
const GAP_MS = 2500;

const WINDOW_MS = 120_000;
const MAX_SAMPLES = 72;
/**
 * From a window of `spanMs` on the skew is measured; before, it adds less than the jitter does. Two samples nearer than
 * `gapMs` say nothing of it.
 */
const SKEW = { spanMs: 30_000, gapMs: 12_000, most: 500e-6 };
/** What two probes of a pair may differ by in their spacing at the room's end before the pair counts less. */
const SPACING_MS = 5;
/** A round trip as long says nothing worth keeping. */
const MAX_ROUND_TRIP_MS = 5000;
/** Share of the window, shortest round trips first, that is fitted. */
const BEST_SHARE = 0.5;
const MIN_FITTED = 6;
/** Error of the best sample, as for its weight. */
const FLOOR_MS = 1;
/** So many pairs in a row that the estimate cannot explain, and the clock has stepped. */
const STEP_PAIRS = 3;
const STEP_MARGIN_MS = 6;

/** Ms to wait before the next pair, when so many pairs were heard since the start or the last step. */
export function nextPairMs(pairs: number): number {
  return pairs < FIRST_PAIRS ? FIRST_GAP_MS : GAP_MS;
}

/** Room's clock at a local time, both in ms. */
export function roomTimeAt(clock: RoomClock, localMs: number): number {
  return localMs + clock.offsetMs + clock.skew * (localMs - clock.refMs);
}

/** Local time at a time of the room's clock, both in ms. */
export function localTimeAt(clock: RoomClock, roomMs: number): number {
  const since = (roomMs - clock.refMs - clock.offsetMs) / (1 + clock.skew);
  return clock.refMs + since;
}

/** What the estimate may be wrong by at a local time, in ms, apart from ways that are lopsided for good. */
export function uncertaintyMs(clock: RoomClock, localMs: number): number {
  const rate = clock.isSkewKnown ? 30e-6 : 150e-6;
  return clock.spreadMs + Math.abs(localMs - clock.refMs) * rate;
}

/** The sample of a pair, or null where neither probe is sound. */
function sampleOf(pair: readonly Probe[]): Sample | null {
  const sound = pair.filter(
    ({ sentMs, atMs, receivedMs }) =>
      Number.isFinite(atMs) && receivedMs >= sentMs && receivedMs - sentMs <= MAX_ROUND_TRIP_MS,
  );
  const [best] = sound.toSorted((a, b) => a.receivedMs - a.sentMs - (b.receivedMs - b.sentMs));
  if (!best) return null;
  const [a, b] = sound;
  // A pair whose spacing changed was in a burst: its round trip counts as longer.
  const apart = a && b ? Math.abs(b.atMs - a.atMs - (b.sentMs - a.sentMs)) : SPACING_MS;
  const doubt = Math.max(0, apart - SPACING_MS) / 4;
  const midMs = (best.sentMs + best.receivedMs) / 2;
  return {
    midMs,
    offsetMs: best.atMs - midMs,
    roundTripMs: best.receivedMs - best.sentMs + doubt,
  };
}

/**
 * Takes up the answers of a pair (one, where the other was lost).
 * @returns the same memory where nothing can be learnt from them
 */
export function hearPair(memory: ProbeMemory, pair: readonly Probe[]): ProbeMemory {
  const sample = sampleOf(pair);
  if (!sample) return memory;
  const { clock } = memory;
  if (clock && isStrange(sample, memory)) {
    const strangers = [...memory.strangers, sample];
    if (strangers.length < STEP_PAIRS) return { ...memory, strangers };
    return known({ samples: strangers, strangers: [], clock: null, pairs: strangers.length });
  }
  const samples = [...memory.samples, sample]
    .filter(({ midMs }) => sample.midMs - midMs <= WINDOW_MS)
    .slice(-MAX_SAMPLES);
  return known({ samples, strangers: [], clock, pairs: memory.pairs + 1 });
}

const known = (memory: ProbeMemory): ProbeMemory => ({ ...memory, clock: fitLine(memory.samples) });

/** Does a sample lie farther off than its round trip and the doubt of the estimate allow? Then a clock has stepped. */
function isStrange(sample: Sample, { samples, clock }: ProbeMemory): boolean {
  if (!clock) return false;
  const shortest = Math.min(...samples.map(({ roundTripMs }) => roundTripMs));
  const jitter = Math.max(0, sample.roundTripMs - shortest) / 2;
  const off = Math.abs(sample.offsetMs - (roomTimeAt(clock, sample.midMs) - sample.midMs));
  const doubt = 2 * uncertaintyMs(clock, sample.midMs) + STEP_MARGIN_MS;
  return off > jitter + doubt;
}

interface Weighted {
  readonly value: number;
  readonly weight: number;
}

/** Value below which half of the weight lies; NaN for none. */
function weightedMedian(values: readonly Weighted[]): number {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  for (const { value, weight } of sorted) {
    sum += weight;
    if (sum >= half) return value;
  }
  return Number.NaN;
}

/** Robust line through the samples of the shortest round trips; null for none. */
function fitLine(samples: readonly Sample[]): RoomClock | null {
  const newest = samples.at(-1);
  if (!newest) return null;
  const byTrip = samples.toSorted((a, b) => a.roundTripMs - b.roundTripMs);
  const shortest = byTrip[0]!.roundTripMs;
  const best = byTrip.slice(0, Math.max(MIN_FITTED, Math.ceil(byTrip.length * BEST_SHARE)));
  const weightOf = ({ roundTripMs }: Sample) => 1 / (FLOOR_MS + (roundTripMs - shortest) / 2) ** 2;
  const refMs = newest.midMs;
  const skew = skewOf(best, weightOf);
  const offsets = best.map((one) => ({
    value: one.offsetMs - (skew ?? 0) * (one.midMs - refMs),
    weight: weightOf(one),
  }));
  const offsetMs = weightedMedian(offsets);
  const deviation = weightedMedian(
    offsets.map(({ value, weight }) => ({ value: Math.abs(value - offsetMs), weight })),
  );
  // Number of samples as heavy as the heaviest.
  const heaviest = Math.max(...offsets.map(({ weight }) => weight));
  const count = offsets.reduce((sum, { weight }) => sum + weight / heaviest, 0);
  return {
    refMs,
    offsetMs,
    skew: skew ?? 0,
    // A median of one or two deviations says too little, and a short line may turn.
    spreadMs:
      2 * FLOOR_MS +
      (2 * deviation + (best.length < MIN_FITTED ? 10 : 0)) / Math.sqrt(count) +
      (skew === null ? 100e-6 * spanOf(samples) : (2 * SKEW.spanMs) / spanOf(best)),
    boundMs: shortest / 2,
    isSkewKnown: skew !== null,
  };
}

/** Ms between the oldest and the newest. */
function spanOf(samples: readonly Sample[]): number {
  const times = samples.map(({ midMs }) => midMs);
  return Math.max(...times) - Math.min(...times);
}

/** Weighted median of the slopes between samples that lie well apart, or null where the window is too short. */
function skewOf(best: readonly Sample[], weightOf: (one: Sample) => number): number | null {
  if (spanOf(best) < SKEW.spanMs) return null;
  const slopes: Weighted[] = [];
  best.forEach((a, i) => {
    for (const b of best.slice(i + 1)) {
      const span = b.midMs - a.midMs;
      if (Math.abs(span) < SKEW.gapMs) continue;
      // The farther apart, the less an error of either turns the line.
      const error = 1 / weightOf(a) + 1 / weightOf(b);
      slopes.push({ value: (b.offsetMs - a.offsetMs) / span, weight: span ** 2 / error });
    }
  });
  if (slopes.length === 0) return null;
  return Math.min(SKEW.most, Math.max(-SKEW.most, weightedMedian(slopes)));
}
