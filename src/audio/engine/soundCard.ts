/**
 * The one audio context: native, 48 kHz, made inside the gesture. It rests when the page is hidden and nothing needs it,
 * and comes back after an interruption.
 */
import { patchHealth } from '../state/health.ts';
import { Ticker } from './ticker.ts';

const HEALTH_MS = 1000;

interface PlaybackStats {
  readonly underrunEvents?: number;
  readonly underrunDuration?: number;
}

export class SoundCard {
  readonly context: AudioContext;
  readonly ticker: Ticker;
  /** Shall the context run even though the page is hidden? */
  isNeeded: () => boolean = () => false;
  private healthMs = 0;
  private isSilenced = false;

  constructor(context: AudioContext) {
    this.context = context;
    this.ticker = new Ticker(context);
    this.ticker.on(this.watch);
    context.addEventListener('statechange', this.onStateChange);
    document.addEventListener('visibilitychange', this.onVisibility);
  }

  private readonly watch = (): void => {
    const now = performance.now();
    if (now - this.healthMs < HEALTH_MS) return;
    this.healthMs = now;
    const { playbackStats } = this.context as AudioContext & { playbackStats?: PlaybackStats };
    patchHealth({
      underruns: playbackStats?.underrunEvents ?? 0,
      underrunSec: playbackStats?.underrunDuration ?? 0,
      outputLatencySec: this.context.outputLatency || 0,
    });
  };

  /** Suspends the context, whatever plays; let again, it stays so until it is resumed. */
  setSilenced(isSilenced: boolean): void {
    this.isSilenced = isSilenced;
    if (isSilenced && this.context.state === 'running') void this.context.suspend();
  }

  /** Runs the context. @throws DOMException when the browser wants a gesture first */
  async resume(): Promise<void> {
    if (this.context.state !== 'running') await this.context.resume();
  }

  /** Suspends only when the page is hidden and nothing plays: a listener may always switch tabs. */
  rest(): void {
    const isHidden = document.visibilityState === 'hidden';
    if (isHidden && !this.isNeeded() && this.context.state === 'running') {
      void this.context.suspend();
    }
  }

  private readonly onVisibility = (): void => {
    if (document.visibilityState === 'hidden') this.rest();
    else this.wake();
  };

  /** A call, another app or the system may interrupt the context; it goes on from the same frame. */
  private readonly onStateChange = (): void => {
    patchHealth({ state: this.context.state });
    if (this.isNeeded()) this.wake();
  };

  private wake(): void {
    const { state } = this.context;
    if (this.isSilenced || state === 'running' || state === 'closed') return;
    this.context.resume().catch(() => {
      // Still interrupted, or the browser wants a gesture: the next `play` or the next wake tries again.
    });
  }

  async dispose(): Promise<void> {
    document.removeEventListener('visibilitychange', this.onVisibility);
    this.context.removeEventListener('statechange', this.onStateChange);
    this.ticker.dispose();
    if (this.context.state !== 'closed') await this.context.close();
  }
}
