/**
 * The metronome: one click, higher on the first beat of a bar. It sounds on beats of a grid, beside notes that are
 * recorded, and laid over a file that is being cut. It is never on a bus that a recorder hears.
 */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import type { BarGrid } from '../../data/rules/recording/takes.ts';
import { barFrames } from '../../data/rules/time/timing.ts';
import { toBuffer } from '../loading/audioBuffer.ts';

const AHEAD_FRAMES = 1.5 * SAMPLE_RATE_HZ;
const CLICK_FRAMES = Math.round(0.04 * SAMPLE_RATE_HZ);
const FIRST_HZ = 1760;
const BEAT_HZ = 1174.7;
const LEVEL = 0.4;
/** Gain of what the clicks are laid over. */
const UNDER_CLICKS = 0.7;

/** A click as samples at 48 kHz. */
function clickWave(isFirst: boolean): Float32Array<ArrayBuffer> {
  const hz = isFirst ? FIRST_HZ : BEAT_HZ;
  return Float32Array.from({ length: CLICK_FRAMES }, (_, n) => {
    const t = n / SAMPLE_RATE_HZ;
    const rise = Math.min(1, n / 24);
    return LEVEL * rise * Math.exp(-t * 110) * Math.sin(2 * Math.PI * hz * t);
  });
}

const buffers = new Map<boolean, AudioBuffer>();

function clickBuffer(isFirst: boolean): AudioBuffer {
  const known = buffers.get(isFirst);
  if (known) return known;
  const buffer = toBuffer({ channels: [clickWave(isFirst)], sampleRate: SAMPLE_RATE_HZ });
  buffers.set(isFirst, buffer);
  return buffer;
}

/** First beat of a grid at or after a frame, with its frame. */
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

/** Clicks on a frame of a node's context. @returns the frame, and how to take the click back */
export function clickAt(
  output: AudioNode,
  frame: number,
  isFirst: boolean,
): { readonly frame: number; cancel(): void } {
  const source = new AudioBufferSourceNode(output.context, { buffer: clickBuffer(isFirst) });
  source.connect(output);
  source.start(frame / SAMPLE_RATE_HZ);
  source.onended = () => source.disconnect();
  return { frame, cancel: () => source.stop() };
}

/** Clicks on the beats of a grid, far enough ahead that a page in the background keeps time. */
export class Metronome {
  private readonly output: AudioNode;
  private pending: { readonly frame: number; cancel(): void }[] = [];
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
    this.pending = this.pending.filter(({ frame }) => frame + CLICK_FRAMES > now);
    this.nextFrame = Math.max(this.nextFrame, Math.floor(now) - 128);
    for (;;) {
      const { frame, isFirst } = beatAfter(grid, this.nextFrame);
      if (frame >= this.untilFrame || frame > now + AHEAD_FRAMES) return;
      this.pending.push(clickAt(output, frame, isFirst));
      this.nextFrame = frame + 1;
    }
  }

  /** No click from now on. */
  stop(): void {
    this.grid = null;
    for (const click of this.pending.splice(0)) click.cancel();
  }
}

/**
 * A loop with clicks on its quarter notes, the loop itself turned down a little.
 * @param channels 48 kHz, one or two, equally long: one pass
 */
export function withClicks(
  channels: readonly Float32Array[],
  length16ths: number,
  barLength: number,
): Float32Array<ArrayBuffer>[] {
  const frames = channels[0]!.length;
  const [first, other] = [clickWave(true), clickWave(false)];
  return channels.map((channel) => {
    const out = Float32Array.from(channel, (sample) => UNDER_CLICKS * sample);
    for (let bar = 0; bar < length16ths; bar += barLength) {
      for (let at = bar; at < Math.min(length16ths, bar + barLength); at += 4) {
        const click = at === bar ? first : other;
        const start = Math.round((at * frames) / length16ths);
        for (let n = 0; n < CLICK_FRAMES && start + n < frames; n++) out[start + n]! += click[n]!;
      }
    }
    return out;
  });
}
