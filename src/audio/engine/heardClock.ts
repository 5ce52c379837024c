/**
 * What is heard at this moment, as the audio context counts. Browsers differ in what they say of it: Chromium stamps
 * what leaves the loudspeaker. Firefox moves both halves of its stamp by the latency, so that they tell only of what is
 * rendered. WebKitGTK adds the context's time to the page's a second time, and calls its latency 0. So a stamp is
 * believed only where it agrees with the rest, and otherwise the clock counts by `currentTime`.
 */

/** What is asked of an `AudioContext`; whatever a browser may lack is optional. */
export interface AudioClock {
  readonly currentTime: number;
  readonly state: string;
  readonly outputLatency?: number;
  readonly baseLatency?: number;
  getOutputTimestamp?(): { readonly contextTime?: number; readonly performanceTime?: number };
}

/** How often the output clock is read; between two readings the page's clock counts. */
const ASK_MS = 250;
/** A stamp may lie ahead of the page's clock by what both are rounded to. */
const ROUNDED_MS = 5;
/** No way to an ear is longer, wireless ones included. */
const LONGEST_WAY_SEC = 1;
/** `currentTime` moves in steps; its lowest value against the page's clock may rise again by this much a second. */
const RISE = 0.005;
/** A difference as large is no step: the context was held up, or the page was asleep. */
const JUMP_SEC = 0.25;

const within = (value: number | undefined, most: number) =>
  value !== undefined && value >= 0 && value <= most ? value : 0;

/** Seconds from the context to the ear, as far as the browser says; 0 where it does not. */
export function outputLatencySec(clock: AudioClock): number {
  return within(clock.outputLatency, LONGEST_WAY_SEC) || within(clock.baseLatency, LONGEST_WAY_SEC);
}

/**
 * Context seconds that leave the loudspeaker at `nowMs` by the browser's stamp.
 * @returns null where there is no stamp, or one that cannot be right
 */
export function stampedSec(clock: AudioClock, nowMs: number): number | null {
  const { contextTime = 0, performanceTime = 0 } = clock.getOutputTimestamp?.() ?? {};
  // Not `<=`: a stamp that is no number must fail too.
  if (!(contextTime > 0 && performanceTime > 0 && performanceTime < nowMs + ROUNDED_MS))
    return null;
  const heardSec = contextTime + (nowMs - performanceTime) / 1000;
  const waySec = clock.currentTime - heardSec;
  const least = outputLatencySec(clock) / 2;
  return waySec >= least - ROUNDED_MS / 1000 && waySec <= LONGEST_WAY_SEC ? heardSec : null;
}

/** Counts for one context. Allocates nothing but what the browser does, four times a second. */
export class HeardClock {
  private askedMs = Number.NEGATIVE_INFINITY;
  private seenMs = 0;
  private isStamped = false;
  /** Context seconds less page seconds; nothing while the context rests. */
  private offsetSec = Number.NaN;

  /**
   * Context seconds that are heard at `nowMs` of `performance.now()`; never ahead of `currentTime`, and a finite
   * number whatever the browser lacks.
   */
  seconds(clock: AudioClock, nowMs: number): number {
    const { currentTime } = clock;
    if (clock.state !== 'running') {
      this.askedMs = Number.NEGATIVE_INFINITY;
      this.offsetSec = Number.NaN;
      return Math.max(0, currentTime - outputLatencySec(clock));
    }
    if (nowMs - this.askedMs > ASK_MS) {
      const heardSec = stampedSec(clock, nowMs);
      const wasStamped = this.isStamped;
      this.askedMs = nowMs;
      this.isStamped = heardSec !== null;
      if (heardSec !== null) this.offsetSec = heardSec - nowMs / 1000;
      else if (wasStamped) this.offsetSec = Number.NaN;
    }
    if (!this.isStamped) this.count(currentTime - outputLatencySec(clock) - nowMs / 1000, nowMs);
    this.seenMs = nowMs;
    return Math.max(0, Math.min(this.offsetSec + nowMs / 1000, currentTime));
  }

  /** What is heard lies behind every step of `currentTime`, so its lowest value counts. */
  private count(offsetSec: number, nowMs: number): void {
    const risen = this.offsetSec + (RISE * (nowMs - this.seenMs)) / 1000;
    const isSame = offsetSec >= risen && offsetSec - risen < JUMP_SEC;
    this.offsetSec = isSame ? risen : offsetSec;
  }
}
