import {
  hearPair,
  NO_PROBES,
  nextPairMs,
  PAIR_GAP_MS,
  type Probe,
  roomTimeAt,
  uncertaintyMs,
} from '../../src/data/rules/time/sharedClock.ts';

/** A line between a client and the clock of a room, and how that clock goes. */
export interface Line {
  /** Shortest time one way. */
  readonly oneWayMs: number;
  /** Added one way, evenly from nothing to this much. */
  readonly jitterMs: number;
  /** How much faster the room's clock goes. */
  readonly skew: number;
  readonly offsetMs: number;
  /** Share of probes whose way there alone is longer by 50 to 250 ms. */
  readonly burstShare: number;
  readonly burst?: {
    readonly fromSec: number;
    readonly untilSec: number;
    readonly delayMs: number;
  };
  readonly step?: { readonly atSec: number; readonly stepMs: number };
}

/** Even numbers of 0 to 1 by a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The value below which a share of all lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** The room's clock at a local time. */
export function trueRoomMs(line: Line, localMs: number): number {
  const stepped = line.step && localMs >= line.step.atSec * 1000 ? line.step.stepMs : 0;
  return localMs * (1 + line.skew) + line.offsetMs + stepped;
}

/** One probe over the line. */
export function probeOver(line: Line, sentMs: number, random: () => number): Probe {
  const { burst } = line;
  const isBurst = burst && sentMs >= burst.fromSec * 1000 && sentMs < burst.untilSec * 1000;
  const stray = random() < line.burstShare ? 50 + 200 * random() : 0;
  const there = line.oneWayMs + line.jitterMs * random() + stray + (isBurst ? burst.delayMs : 0);
  const back = line.oneWayMs + line.jitterMs * random();
  return {
    sentMs,
    atMs: trueRoomMs(line, sentMs + there),
    receivedMs: sentMs + there + back,
  };
}

/**
 * Probes the room's clock as a page does, and compares.
 * @returns for each pair the error (ms) of the estimate just before the next pair, what the estimate thought it to
 *   be, and when; `knownMs` is when there was a first estimate
 */
export function listenTo(line: Line, { seed, seconds }: { seed: number; seconds: number }) {
  const random = seeded(seed);
  let memory = NO_PROBES;
  let knownMs = Number.NaN;
  const errors: number[] = [];
  const doubts: number[] = [];
  const times: number[] = [];
  for (let sentMs = 0; sentMs < seconds * 1000; ) {
    const pair = [sentMs, sentMs + PAIR_GAP_MS].map((ms) => probeOver(line, ms, random));
    memory = hearPair(memory, pair);
    const heardMs = Math.max(...pair.map(({ receivedMs }) => receivedMs));
    if (memory.clock && Number.isNaN(knownMs)) knownMs = heardMs;
    sentMs = Math.max(heardMs, sentMs + nextPairMs(memory.pairs));
    if (!memory.clock || memory.pairs < 4) continue;
    errors.push(Math.abs(roomTimeAt(memory.clock, sentMs) - trueRoomMs(line, sentMs)));
    doubts.push(uncertaintyMs(memory.clock, sentMs));
    times.push(sentMs);
  }
  return { errors, doubts, times, knownMs };
}
