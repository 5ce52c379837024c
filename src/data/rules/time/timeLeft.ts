/** How long something still takes, from how fast it has gone of late. */

/** What is done and how fast it goes. */
export interface Pace {
  /** Share that is done, 0–1. */
  readonly share: number;
  readonly atMs: number;
  /** Share and milliseconds of late, older ones counting less. */
  readonly doneOfLate: number;
  readonly msOfLate: number;
  /** Milliseconds since it began. */
  readonly sinceMs: number;
}

/** Speeds are forgotten to a share of 1/e after so long: a stutter does not shake the figure, a slower part tells. */
const MEMORY_MS = 4000;
/** Nothing is foretold from less. */
const LEAST_MS = 1500;

/** A pace that begins now. */
export function beginPace(share: number, nowMs: number): Pace {
  return { share, atMs: nowMs, doneOfLate: 0, msOfLate: 0, sinceMs: 0 };
}

/** The pace when more is done. Time that runs backwards counts as none. */
export function goOn(pace: Pace, share: number, nowMs: number): Pace {
  const ms = Math.max(0, nowMs - pace.atMs);
  const kept = Math.exp(-ms / MEMORY_MS);
  return {
    share,
    atMs: nowMs,
    doneOfLate: pace.doneOfLate * kept + Math.max(0, share - pace.share),
    msOfLate: pace.msOfLate * kept + ms,
    sinceMs: pace.sinceMs + ms,
  };
}

/** Seconds that are left, or null while that cannot be told. */
export function secondsLeft({ share, doneOfLate, msOfLate, sinceMs }: Pace): number | null {
  if (sinceMs < LEAST_MS || doneOfLate <= 0) return null;
  return (Math.max(0, 1 - share) * msOfLate) / doneOfLate / 1000;
}

/** `about 20 s left`: by five seconds below a minute, by minutes from there on. */
export function leftText(sec: number): string {
  const rounded = Math.max(5, Math.round(sec / 5) * 5);
  return rounded < 60 ? `about ${rounded} s left` : `about ${Math.round(rounded / 60)} min left`;
}
