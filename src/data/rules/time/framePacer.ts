/** How many pictures a second a processor draws: some 33. */

/** Time between two pictures. */
const FRAME_MS = 30;
/** A frame that comes so much too early is drawn all the same. */
const EARLY_MS = 4;

/** Picks frames as even as the display allows, 33 a second where there are more. */
export class FramePacer {
  private dueMs = 0;

  /** Is it time for another picture? @param nowMs time of an animation frame, asked about once */
  isDue(nowMs: number): boolean {
    if (nowMs < this.dueMs - EARLY_MS) return false;
    // What came late is made up for by half a frame at most.
    this.dueMs = Math.max(this.dueMs, nowMs - FRAME_MS / 2) + FRAME_MS;
    return true;
  }
}
