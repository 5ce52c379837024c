/**
 * How fast frames may follow each other. A machine that draws without a GPU would spend all of itself on the
 * picture: it gets a coarser one, and rests between frames, so that the sound and the page keep their time.
 */

/** Frames that may be slow before the picture gets coarser, and such that may be a struggle. */
const SLOW_FRAMES = 90;
const STRUGGLE_FRAMES = 3;
const SLOW_SEC = 1 / 35;
/** Device pixels per CSS pixel below which slowness, and below which a struggle, makes nothing coarser. */
const SHARP = 1;
const COARSEST = 0.5;
/** A longer pause is no slow frame: the tab slept, or nothing asked for a frame. */
const PAUSE_SEC = 1.5;
/** Mean time of a frame from which on it rests, and below which it rests no more. */
const STRUGGLE_SEC = 0.08;
const EASE_SEC = 0.03;
/** How long a rest is, in times of a frame, and at most: the page is put together in it, which takes as long again. */
const REST = 3;
const MOST_REST_SEC = 0.4;
/** How often the end of a drawing is looked for. */
const LOOK_MS = 10;

/** Watches the time between frames of one canvas. */
export class FramePace {
  frames = 0;
  private slow = 0;
  private struggle = 0;
  private meanSec = 0.016;
  /** The drawing of the last frame is waited for: the time between frames then says nothing. */
  private isResting = false;
  /** A frame has been asked for that comes after a rest; frames that others ask for meanwhile ask for no other. */
  private isAsked = false;

  /** Counts a frame that came `seconds` after the one before. */
  count(seconds: number): void {
    this.frames += 1;
    if (seconds > PAUSE_SEC || this.isResting) return;
    this.took(seconds);
    this.slow = seconds > SLOW_SEC ? this.slow + 1 : Math.max(0, this.slow - 2);
  }

  /**
   * A coarser resolution where frames have come too late for long, else the same. Slowness stops at one device pixel
   * per CSS pixel; a machine without a GPU gets four of those at a time, and shows three frames for one.
   */
  resolution(dpr: number): number {
    const least = this.isResting ? COARSEST : SHARP;
    const isLate = this.isResting ? this.struggle >= STRUGGLE_FRAMES : this.slow >= SLOW_FRAMES;
    if (!isLate || dpr <= least) return dpr;
    this.slow = 0;
    this.struggle = 0;
    return Math.max(least, dpr * (this.isResting ? 0.5 : 0.75));
  }

  /**
   * Asks for the next frame: at once, or, where frames take long, once the one that is being described has been
   * drawn and the machine has had a rest. The drawing goes on after the script has ended, so `gl` is asked for it; without
   * one nothing rests.
   */
  next(invalidate: () => void, gl: Fences | null): void {
    this.isResting = gl !== null && this.meanSec >= (this.isResting ? EASE_SEC : STRUGGLE_SEC);
    if (!gl || !this.isResting) {
      invalidate();
      return;
    }
    if (this.isAsked) return;
    this.isAsked = true;
    const ask = () => {
      this.isAsked = false;
      invalidate();
    };
    // The commands of this frame are all given when the task that asks has ended.
    queueMicrotask(() =>
      whenDrawn(gl, (seconds) => {
        this.took(seconds);
        this.struggle = seconds >= STRUGGLE_SEC ? this.struggle + 1 : 0;
        setTimeout(ask, Math.min(MOST_REST_SEC, seconds * REST) * 1000);
      }),
    );
  }

  private took(seconds: number): void {
    this.meanSec += (seconds - this.meanSec) * 0.1;
  }
}

/** What of a WebGL 2 context tells when its commands have been carried out. */
export type Fences = Pick<
  WebGL2RenderingContext,
  | 'SYNC_GPU_COMMANDS_COMPLETE'
  | 'SYNC_STATUS'
  | 'SIGNALED'
  | 'fenceSync'
  | 'flush'
  | 'getSyncParameter'
  | 'deleteSync'
  | 'isContextLost'
>;

/** Calls `done` with the seconds until all that was asked of the context has been drawn; a lost one has nothing to draw. */
function whenDrawn(gl: Fences, done: (seconds: number) => void): void {
  const began = performance.now();
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  const look = (): void => {
    const seconds = (performance.now() - began) / 1000;
    const isDrawn = !fence || gl.isContextLost() || seconds > PAUSE_SEC;
    if (!isDrawn && gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) {
      setTimeout(look, LOOK_MS);
      return;
    }
    gl.deleteSync(fence);
    done(seconds);
  };
  setTimeout(look, LOOK_MS);
}
