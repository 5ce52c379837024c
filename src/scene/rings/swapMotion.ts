/**
 * A change of rifff: the notch makes one turn more within a beat, and every ring that it passes is the new one.
 * One object a rifff, shared by what comes and what goes.
 */
import { progress } from '../../drawing/motion.ts';

export class SwapMotion {
  /** Where the notch is now, in turns, and how much of a turn it has swapped since `from`. */
  phase = 0;
  share = 0;
  from = 0;
  private readonly startMs: number;
  private readonly lastsMs: number;
  private readonly startTurns: number;

  /**
   * @param phase musical phase of the new rifff at the change
   * @param turns its turns then
   * @param beatMs what it lasts
   */
  constructor(phase: number, turns: number, nowMs: number, beatMs: number) {
    this.from = phase;
    this.startMs = nowMs;
    this.lastsMs = beatMs;
    this.startTurns = turns + phase;
  }

  /** Moves to the present moment. @returns whether it goes on */
  advance(phase: number, turns: number, nowMs: number): boolean {
    const extra = progress(nowMs, this.startMs, this.lastsMs);
    const played = Math.max(0, turns + phase - this.startTurns);
    this.share = Math.min(1, extra + played);
    const at = phase + extra;
    this.phase = at - Math.floor(at);
    return extra < 1 && this.share < 1;
  }
}
