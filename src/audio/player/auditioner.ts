/** Trying out a loop: beside the rifff that plays, in its time, or alone at its own tempo. */
import type { Loop } from '../../data/contract/loop.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import { isPlayableLoop } from '../loading/loopLoader.ts';
import type { PatternMaker } from '../loading/patternMaker.ts';
import type { Looper } from '../looper/looper.ts';
import { patchTransport } from '../state/transport.ts';
import { startOnTime } from './onTime.ts';
import type { Player } from './player.ts';
import { planAudition, trimOf } from './slotPlans.ts';

export class Auditioner {
  /** Does a loop sound without a rifff? */
  isAlone = false;
  private readonly maker: PatternMaker;
  private readonly player: Player;
  private looper: Looper | null = null;
  private abort: AbortController | null = null;

  constructor(maker: PatternMaker, player: Player) {
    this.maker = maker;
    this.player = player;
  }

  /** Gives it a looper of its own for loops that sound alone. */
  attach(looper: Looper): void {
    this.looper = looper;
  }

  /**
   * Sounds a loop until `stop` or the next `play`, which quietly takes its place.
   * @throws Error 'Not a valid loop object', 'No media found for loop'
   */
  async play(loop: Loop, unlocked: Promise<void>): Promise<void> {
    if (!isPlayableLoop(loop)) throw new Error(MESSAGES.notALoop);
    const before = this.abort;
    const abort = new AbortController();
    this.abort = abort;
    before?.abort();
    patchTransport({ auditionLoopId: loop._id });
    try {
      await unlocked;
      if (abort.signal.aborted) return;
      if (this.player.isPlaying) await this.playBeside(loop, abort.signal);
      else await this.playAlone(loop, abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.stop();
      throw error;
    }
  }

  private async playBeside(loop: Loop, signal: AbortSignal): Promise<void> {
    await this.player.setAudition(loop, signal);
    if (!signal.aborted) this.player.join('beat');
  }

  private async playAlone(loop: Loop, signal: AbortSignal): Promise<void> {
    const slot = planAudition(loop, null);
    const plan = slot.pattern;
    const pattern = await this.maker.make(plan, signal);
    const trim = trimOf(slot, pattern);
    const { looper } = this;
    if (signal.aborted || !looper) return;
    if (this.player.isPlaying) return this.playBeside(loop, signal);
    if (this.isAlone) looper.halt();
    this.isAlone = true;
    const { bps, barLength } = loop;
    const wish = { key: plan.key, pattern, trim, level: 1 };
    const gridAt = (originFrame: number) => ({ originFrame, bps, barLength, bars: plan.grid.bars });
    startOnTime(looper, [wish], gridAt);
  }

  /** Lets the loop go at once. */
  stop(): void {
    this.abort?.abort();
    this.abort = null;
    patchTransport({ auditionLoopId: null });
    if (this.isAlone) this.looper?.halt();
    this.isAlone = false;
    void this.player.setAudition(null);
  }

  tick(): void {
    this.looper?.tick();
  }

  dispose(): void {
    this.stop();
    this.looper?.dispose();
  }
}
