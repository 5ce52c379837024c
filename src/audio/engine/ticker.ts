/**
 * The engine's clock for work that may be late: voices to release, passes, notes and clicks to schedule. It is Tone's,
 * driven by a worker, because a browser slows down the timers of a page in the background and not that one. Tone is
 * fetched after the first sound; until then the page's own timer ticks.
 *
 * Tone's context is imported from its own module: the index of Tone does not tree-shake (66 kB gzip for this one class,
 * 36 kB this way, of which standardized-audio-context is 27).
 */
import type { Context as ToneContext } from 'tone/build/esm/core/context/Context.js';

const TICK_SEC = 0.05;
/** Time for the first sound to come before anything else is fetched. */
const PATIENCE_MS = 1000;

export class Ticker {
  private readonly context: AudioContext;
  private readonly listeners = new Set<() => void>();
  private timer = 0;
  private tone: ToneContext | null = null;
  private coming: Promise<void> | null = null;
  private isOver = false;

  constructor(context: AudioContext) {
    this.context = context;
    this.timer = window.setInterval(this.tick, 1000 * TICK_SEC);
  }

  private readonly tick = (): void => {
    for (const listener of this.listeners) listener();
  };

  /** Calls a listener twenty times a second. @returns how to end that */
  on(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Lets Tone's clock take over, once what is about to sound has begun. */
  becomeSteady(): void {
    this.coming ??= this.takeOver().catch((cause: unknown) => {
      console.warn('The page’s own timer keeps the time', cause);
      this.coming = null;
    });
  }

  private async takeOver(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    if (this.isOver) return;
    const { Context } = await import('tone/build/esm/core/context/Context.js');
    if (this.isOver) return;
    const { context } = this;
    this.tone = new Context({ context, clockSource: 'worker', updateInterval: TICK_SEC });
    this.tone.on('tick', this.tick);
    clearInterval(this.timer);
  }

  /** Ends it, and Tone's context with it. */
  dispose(): void {
    this.isOver = true;
    clearInterval(this.timer);
    this.tone?.off('tick', this.tick);
    this.tone?.dispose();
  }
}
