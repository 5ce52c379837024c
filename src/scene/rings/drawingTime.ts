/** How long a machine takes to draw: one without a graphics chip may do better without WebGL. */

/** Pictures that are timed, and the mean time of one from which on a machine is slow. */
const TIMED = 20;
const SLOW_SEC = 0.04;
/** How often the end of a drawing is looked for, and when it no longer is. */
const LOOK_MS = 4;
const LOST_SEC = 1.5;

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

/** Times the first pictures that follow each other, one at a time. */
export class DrawingTime {
  /** Called once, where pictures took long. */
  onSlow: () => void = () => {};
  private timed = 0;
  private seconds = 0;
  private isTiming = false;

  /** Times the picture whose commands will have been given when the running task ends. */
  time(gl: Fences): void {
    if (this.timed >= TIMED || this.isTiming) return;
    this.isTiming = true;
    queueMicrotask(() =>
      whenDrawn(gl, (seconds) => {
        this.isTiming = false;
        // The first one compiles the shader.
        if (this.timed > 0) this.seconds += seconds;
        this.timed += 1;
        if (this.timed === TIMED && this.seconds / (TIMED - 1) > SLOW_SEC) this.onSlow();
      }),
    );
  }
}

/** Calls `done` with the seconds until all that was asked of the context has been drawn; a lost one has nothing to draw. */
function whenDrawn(gl: Fences, done: (seconds: number) => void): void {
  const began = performance.now();
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  const look = (): void => {
    const seconds = (performance.now() - began) / 1000;
    const isDrawn = !fence || gl.isContextLost() || seconds > LOST_SEC;
    if (!isDrawn && gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) {
      setTimeout(look, LOOK_MS);
      return;
    }
    gl.deleteSync(fence);
    done(seconds);
  };
  setTimeout(look, LOOK_MS);
}
