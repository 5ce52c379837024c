/** Clicks on the beats of a grid, far enough ahead that a page in the background keeps time. */
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import type { BarGrid } from '../../../data/rules/recording/takes.ts';
import { barFrames } from '../../../data/rules/time/timing.ts';

const AHEAD_FRAMES = 1.5 * SAMPLE_RATE_HZ;
const CLICK_SEC = 0.04;
const ACCENT_HZ = 1760;
const BEAT_HZ = 1174.7;
const LEVEL = 0.4;

function clickBuffer(hz: number): AudioBuffer {
  const length = Math.round(CLICK_SEC * SAMPLE_RATE_HZ);
  const wave = Float32Array.from({ length }, (_, n) => {
    const t = n / SAMPLE_RATE_HZ;
    const rise = Math.min(1, n / 24);
    return LEVEL * rise * Math.exp(-t * 110) * Math.sin(2 * Math.PI * hz * t);
  });
  const buffer = new AudioBuffer({ length, sampleRate: SAMPLE_RATE_HZ });
  buffer.copyToChannel(wave, 0);
  return buffer;
}

/** First beat of a grid at or after a frame, counted from bar 0, with its frame. */
export function beatAfter(grid: BarGrid, frame: number): { frame: number; isFirst: boolean } {
  const perBar = barFrames(grid.barLength, grid.bps);
  const bar = Math.floor((frame - grid.originFrame) / perBar);
  const start = grid.originFrame + bar * perBar;
  for (let sixteenth = 0; sixteenth < grid.barLength; sixteenth += 4) {
    const at = start + Math.round((sixteenth * perBar) / grid.barLength);
    if (at >= frame) return { frame: at, isFirst: sixteenth === 0 };
  }
  return { frame: start + perBar, isFirst: true };
}

export class Metronome {
  private readonly output: AudioNode;
  private readonly accent = clickBuffer(ACCENT_HZ);
  private readonly beat = clickBuffer(BEAT_HZ);
  private readonly pending = new Set<AudioBufferSourceNode>();
  private grid: BarGrid | null = null;
  private nextFrame = 0;
  private untilFrame = 0;

  constructor(output: AudioNode) {
    this.output = output;
  }

  /** Clicks on every beat of `grid` from one frame up to another. */
  run(grid: BarGrid, fromFrame: number, untilFrame: number): void {
    this.stop();
    this.grid = grid;
    this.nextFrame = fromFrame;
    this.untilFrame = untilFrame;
    this.tick();
  }

  /** Schedules what is due soon. Call it a few times a second. */
  tick(): void {
    const { grid, output } = this;
    if (!grid) return;
    const now = output.context.currentTime * SAMPLE_RATE_HZ;
    this.nextFrame = Math.max(this.nextFrame, Math.floor(now) - 128);
    for (;;) {
      const { frame, isFirst } = beatAfter(grid, this.nextFrame);
      if (frame >= this.untilFrame || frame > now + AHEAD_FRAMES) return;
      this.click(frame, isFirst ? this.accent : this.beat);
      this.nextFrame = frame + 1;
    }
  }

  private click(frame: number, buffer: AudioBuffer): void {
    const source = new AudioBufferSourceNode(this.output.context, { buffer });
    source.connect(this.output);
    source.start(frame / SAMPLE_RATE_HZ);
    this.pending.add(source);
    source.onended = () => {
      source.disconnect();
      this.pending.delete(source);
    };
  }

  /** No click from now on. */
  stop(): void {
    this.grid = null;
    for (const source of this.pending) source.stop();
  }
}
