/** Time between two pictures of a machine that draws by its processor: 40 a second, evenly. */
const FRAME_MS = 25;
/** A frame that comes so much too early is drawn all the same. */
const EARLY_MS = 4;

/** Says which animation frames draw. */
export class FramePacer {
  private dueMs = 0;

  /** Is it time for another picture? Asked once for each animation frame, with its time. */
  isDue(nowMs: number): boolean {
    if (nowMs < this.dueMs - EARLY_MS) return false;
    // What came late is made up for by half a frame at most.
    this.dueMs = Math.max(this.dueMs, nowMs - FRAME_MS / 2) + FRAME_MS;
    return true;
  }
}
