/** A ring that was pulled off and released: its position while it returns. Numbers only, one a rifff. */
import type { RingTouch } from '../../data/stores/touch.ts';
import { ease, MOTION, progress } from '../../drawing/motion.ts';

export class PullMotion {
  /** Index in the layout of the ring that is off its place, or −1; and by how much, in CSS pixels. */
  at = -1;
  x = 0;
  y = 0;
  private isHeld = false;
  private isLeaving = false;
  private fromX = 0;
  private fromY = 0;
  private letGoMs = 0;

  /** The finger holds the ring at an index of the layout. */
  hold(at: number, touch: RingTouch): void {
    this.at = at;
    this.x = touch.offsetX;
    this.y = touch.offsetY;
    this.isHeld = true;
    this.isLeaving = touch.isOverBin;
  }

  /**
   * No finger holds it: it returns. A ring that was removed does not move.
   * @returns whether it still moves
   */
  letGo(nowMs: number, isReduced: boolean): boolean {
    if (this.at < 0) return false;
    if (this.isHeld) {
      this.isHeld = false;
      this.fromX = this.x;
      this.fromY = this.y;
      this.letGoMs = nowMs;
      if (this.isLeaving) this.at = -1;
    }
    const back = ease(progress(nowMs, this.letGoMs, MOTION.settle, isReduced));
    this.x = this.fromX * (1 - back);
    this.y = this.fromY * (1 - back);
    if (back >= 1) this.at = -1;
    return this.at >= 0;
  }

  /** The rings are others now, or another one has been taken. */
  forget(): void {
    this.at = -1;
    this.isHeld = false;
  }
}
