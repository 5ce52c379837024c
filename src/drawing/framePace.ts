/**
 * How fast frames may follow each other. A machine that draws without a GPU would spend all of itself on the
 * picture: it gets a coarser one, and rests between frames, so that the sound and the page keep their time.
 */

/** Frames that may be slow before the picture gets coarser. */
const SLOW_FRAMES = 90;
const SLOW_SEC = 1 / 35;
/** A longer pause is no slow frame: the tab slept, or nothing asked for a frame. */
const PAUSE_SEC = 1.5;
/** Mean time of a frame from which on it rests. */
const STRUGGLE_SEC = 0.08;
const MOST_REST_SEC = 0.4;

/** Watches the time between frames of one canvas. */
export class FramePace {
  frames = 0;
  private slow = 0;
  private meanSec = 0.016;
  private restSec = 0;

  /** Counts a frame that came `seconds` after the one before. */
  count(seconds: number): void {
    this.frames += 1;
    if (seconds > PAUSE_SEC) return;
    const took = Math.max(0, seconds - this.restSec);
    this.meanSec += (took - this.meanSec) * 0.1;
    this.slow = took > SLOW_SEC ? this.slow + 1 : Math.max(0, this.slow - 2);
  }

  /** Have frames come too late for long, at a resolution that can still be lowered? */
  isTooSlow(dpr: number): boolean {
    if (dpr <= 1 || this.slow < SLOW_FRAMES) return false;
    this.slow = 0;
    return true;
  }

  /** Asks for the next frame: at once, or after a rest where frames take long. */
  next(invalidate: () => void): void {
    this.restSec = this.meanSec < STRUGGLE_SEC ? 0 : Math.min(MOST_REST_SEC, this.meanSec * 1.5);
    if (this.restSec === 0) invalidate();
    else setTimeout(invalidate, this.restSec * 1000);
  }
}
