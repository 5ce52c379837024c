/** Soft ticks on the beats of a field, laid ahead on the frames of its grid, and where a frame is in its music. */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import { pulseBps } from '../../data/rules/arcade/music.ts';
import { barFrames } from '../../data/rules/time/timing.ts';
import { toBuffer } from '../loading/audioBuffer.ts';
import { frameTime } from '../looper/curves.ts';
import type { Grid } from '../looper/gridClock.ts';

type Beats = Pick<Grid, 'originFrame' | 'bps' | 'barLength'>;

/** So far ahead that a page in the background keeps time. */
const AHEAD_FRAMES = 1.5 * SAMPLE_RATE_HZ;
const TICK_FRAMES = Math.round(0.04 * SAMPLE_RATE_HZ);
const RISE_FRAMES = 24;
const DECAY_PER_SEC = 95;
/** An accent is an octave above the others. */
const BEAT_HZ = 1046.5;
const LEVEL = { accent: 0.11, beat: 0.075 } as const;
/** How soon ticks that were laid already fall silent. */
const OFF_TAU_SEC = 0.004;
const OFF_SEC = 0.04;

/** Beat n of the pulse of a grid: its frame, and whether it lies on a bar line. */
export function pulseBeat(grid: Beats, n: number): { frame: number; isAccent: boolean } {
  const { originFrame, bps, barLength } = grid;
  const perBar = barFrames(barLength, bps);
  // Half and double are exact, so every beat that is on a bar line is found there.
  const sixteenths = (n * 4 * bps) / pulseBps(grid);
  const bar = Math.floor(sixteenths / barLength);
  const inside = sixteenths - bar * barLength;
  const frame = originFrame + bar * perBar + Math.round((inside * perBar) / barLength);
  return { frame, isAccent: inside === 0 };
}

/**
 * Seconds of music from the origin of a grid to a frame: beat n is at n / bps, whatever whole frames the bars are rounded
 * to.
 */
export function musicSec({ originFrame, bps, barLength }: Beats, frame: number): number {
  return (((frame - originFrame) / barFrames(barLength, bps)) * barLength) / (4 * bps);
}

/** A tick as samples. */
function tickWave(root: number, isAccent: boolean): Float32Array<ArrayBuffer> {
  const hz = BEAT_HZ * 2 ** (root / 12) * (isAccent ? 2 : 1);
  const level = isAccent ? LEVEL.accent : LEVEL.beat;
  return Float32Array.from({ length: TICK_FRAMES }, (_, n) => {
    const sec = n / SAMPLE_RATE_HZ;
    const left = Math.min(1, (TICK_FRAMES - n) / RISE_FRAMES);
    const shape = Math.min(1, n / RISE_FRAMES) * left * Math.exp(-DECAY_PER_SEC * sec);
    return level * shape * Math.sin(2 * Math.PI * hz * sec);
  });
}

export class Pulse {
  private readonly output: AudioNode;
  private readonly buffers: Readonly<Record<'accent' | 'beat', AudioBuffer>>;
  /** Made anew with each run, for what was laid of the one before falls silent by it. */
  private gain: GainNode | null = null;
  private laid: AudioBufferSourceNode[] = [];
  private next = 0;
  private originFrame = Number.NaN;

  /** @param root pitch class that the ticks have */
  constructor(output: AudioNode, root: number) {
    this.output = output;
    const bufferOf = (isAccent: boolean) =>
      toBuffer({ channels: [tickWave(root, isAccent)], sampleRate: SAMPLE_RATE_HZ });
    this.buffers = { accent: bufferOf(true), beat: bufferOf(false) };
  }

  /** Lays the ticks that are due soon. Call it a few times a second while they shall be heard. */
  tick(grid: Beats): void {
    const { context } = this.output;
    const now = Math.ceil(context.currentTime * SAMPLE_RATE_HZ);
    if (grid.originFrame !== this.originFrame) this.stop();
    this.originFrame = grid.originFrame;
    if (!this.gain) {
      this.gain = new GainNode(context);
      this.gain.connect(this.output);
      const perBeat = SAMPLE_RATE_HZ / pulseBps(grid);
      this.next = Math.max(0, Math.floor((now - grid.originFrame) / perBeat) - 1);
    }
    for (;;) {
      const { frame, isAccent } = pulseBeat(grid, this.next);
      if (frame > now + AHEAD_FRAMES) return;
      if (frame >= now) this.lay(this.gain, frame, isAccent);
      this.next += 1;
    }
  }

  private lay(gain: GainNode, frame: number, isAccent: boolean): void {
    const { context } = this.output;
    const buffer = isAccent ? this.buffers.accent : this.buffers.beat;
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(gain);
    source.onended = () => {
      source.disconnect();
      this.laid = this.laid.filter((one) => one !== source);
    };
    source.start(frameTime(frame, SAMPLE_RATE_HZ));
    this.laid.push(source);
  }

  /** No tick from now on. */
  stop(): void {
    const { gain, laid } = this;
    if (!gain) return;
    const now = this.output.context.currentTime;
    gain.gain.setTargetAtTime(0, now, OFF_TAU_SEC);
    for (const source of laid) source.stop(now + OFF_SEC);
    this.gain = null;
    this.laid = [];
  }
}
