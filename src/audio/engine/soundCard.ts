/**
 * The one audio context. Native, 48 kHz, made inside the gesture, and handed to a `Tone.Context` as it is:
 * Tone accepts a native context, its nodes on it then wrap native ones, and the looper's nodes connect to
 * Tone's effects without an adapter. Tone's worker-driven ticker is the engine's clock for work that may be
 * late (a page in the background throttles its own timers, not that one).
 *
 * Imported from its own module: the index of Tone does not tree-shake (66 kB gzip for this one class, 36 kB
 * this way, of which standardized-audio-context is 27).
 */
import { Context as ToneContext } from 'tone/build/esm/core/context/Context.js';
import { patchHealth } from '../state/health.ts';

const TICK_SEC = 0.05;
const HEALTH_MS = 1000;

interface PlaybackStats {
  readonly underrunEvents?: number;
  readonly underrunDuration?: number;
}

export class SoundCard {
  readonly context: AudioContext;
  readonly tone: ToneContext;
  /** Shall the context run even though the page is hidden? */
  isNeeded: () => boolean = () => false;
  private healthMs = 0;
  private readonly onTick: () => void;

  constructor(context: AudioContext, onTick: () => void) {
    this.context = context;
    this.onTick = onTick;
    this.tone = new ToneContext({ context, clockSource: 'worker', updateInterval: TICK_SEC });
    this.tone.on('tick', this.tick);
    context.addEventListener('statechange', this.onStateChange);
    document.addEventListener('visibilitychange', this.onVisibility);
  }

  private readonly tick = (): void => {
    this.onTick();
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
    if (this.context.state === 'running' || this.context.state === 'closed') return;
    this.context.resume().catch(() => {
      // Still interrupted, or the browser wants a gesture: the next `play` or the next wake tries again.
    });
  }

  async dispose(): Promise<void> {
    document.removeEventListener('visibilitychange', this.onVisibility);
    this.context.removeEventListener('statechange', this.onStateChange);
    this.tone.off('tick', this.tick);
    this.tone.dispose();
    if (this.context.state !== 'closed') await this.context.close();
  }
}
