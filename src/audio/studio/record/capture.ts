/** Captures one source: keeps its last sound in memory, by frames of the context. */
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import { patchRecording, recording, recordMeter } from '../../state/recording.ts';
import type { StudioAudio } from '../host.ts';
import type { RecordedBlock } from './recorder.worklet.ts';
// `?worker&url` makes Vite bundle the processor and give its address.
import recorderUrl from './recorder.worklet.ts?worker&url';

/** A ring buffer of the last sound, addressed by frames of the context. */

export class FrameRing {
  private data: [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>];
  private firstFrame = 0;
  /** Frame after the newest one. */
  endFrame = 0;

  /** @param capacity frames that are remembered */
  constructor(capacity: number) {
    this.data = [new Float32Array(capacity), new Float32Array(capacity)];
  }

  get capacity(): number {
    return this.data[0].length;
  }

  /** Frame of the oldest sample that is remembered; equal to `endFrame` while there is none. */
  get fromFrame(): number {
    return Math.max(this.firstFrame, this.endFrame - this.capacity);
  }

  /** Forgets everything. */
  clear(): void {
    this.firstFrame = 0;
    this.endFrame = 0;
  }

  /** Takes in a block; frames that were skipped before it are silence. A block that goes back starts afresh. */
  write(firstFrame: number, left: Float32Array, right: Float32Array | null): void {
    const gap = firstFrame - this.endFrame;
    if (this.endFrame === 0 || gap < 0 || gap >= this.capacity) {
      this.firstFrame = firstFrame;
      this.endFrame = firstFrame;
    } else if (gap > 0) this.put(new Float32Array(gap), null);
    this.put(left, right);
  }

  private put(left: Float32Array, right: Float32Array | null): void {
    const { capacity } = this;
    const skipped = Math.max(0, left.length - capacity);
    const at = (this.endFrame + skipped) % capacity;
    [left, right ?? left].forEach((samples, c) => {
      const kept = samples.subarray(skipped);
      const head = Math.min(kept.length, capacity - at);
      this.data[c]!.set(kept.subarray(0, head), at);
      this.data[c]!.set(kept.subarray(head), 0);
    });
    this.endFrame += left.length;
  }

  /** Both channels of `frames` frames from a frame on; what is not remembered is silence. */
  read(fromFrame: number, frames: number): [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>] {
    const out: [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>] = [
      new Float32Array(frames),
      new Float32Array(frames),
    ];
    const from = Math.max(fromFrame, this.fromFrame);
    const to = Math.min(fromFrame + frames, this.endFrame);
    if (to <= from) return out;
    const at = from % this.capacity;
    const head = Math.min(to - from, this.capacity - at);
    out.forEach((channel, c) => {
      channel.set(this.data[c]!.subarray(at, at + head), from - fromFrame);
      channel.set(this.data[c]!.subarray(0, to - from - head), from - fromFrame + head);
    });
    return out;
  }

  /** Remembers at least so many frames from now on, and keeps what it has. */
  grow(capacity: number): void {
    if (capacity <= this.capacity) return;
    const { fromFrame, endFrame } = this;
    const kept = this.read(fromFrame, endFrame - fromFrame);
    this.data = [new Float32Array(capacity), new Float32Array(capacity)];
    this.firstFrame = fromFrame;
    this.endFrame = fromFrame;
    this.put(...kept);
  }
}

/** Least memory, in seconds. */
const MEMORY_SEC = 32;
/** From this level a sample counts as clipped: a converter's highest code. */
export const CLIP_LEVEL = 0.999;
/** How often the state learns of the level. */
const LEVEL_MS = 100;

const peakOf = (samples: Float32Array | null): number => {
  let peak = 0;
  for (const x of samples ?? []) peak = Math.max(peak, Math.abs(x));
  return peak;
};

export class Capture {
  readonly ring = new FrameRing(MEMORY_SEC * SAMPLE_RATE_HZ);
  /** Is called after every block, with its first frame, its length and its largest magnitude. */
  onBlock: (firstFrame: number, frames: number, peak: number) => void = () => undefined;
  private readonly node: AudioWorkletNode;
  private readonly monitor: GainNode;
  private source: AudioNode | null = null;
  private saidMs = 0;
  private most = 0;
  private waiting: { atFrame: number; reach(): void }[] = [];

  /** @throws Error where the browser has no AudioWorklet (a page without HTTPS) */
  static async create(audio: StudioAudio): Promise<Capture> {
    if (!audio.context.audioWorklet) throw new Error('This page has no AudioWorklet');
    await audio.context.audioWorklet.addModule(recorderUrl);
    return new Capture(audio);
  }

  private constructor({ context, output }: StudioAudio) {
    this.node = new AudioWorkletNode(context, 'rondo-recorder', {
      numberOfInputs: 1,
      numberOfOutputs: 1,
      outputChannelCount: [1],
      channelCount: 2,
      channelCountMode: 'clamped-max',
    });
    // Its silent output is connected, so that the browser keeps it running.
    this.node.connect(output);
    this.monitor = new GainNode(context, { gain: 0 });
    this.monitor.connect(output);
    this.node.port.onmessage = ({ data }: MessageEvent<RecordedBlock>) => this.take(data);
  }

  get isListening(): boolean {
    return this.source !== null;
  }

  private take({ firstFrame, left, right }: RecordedBlock): void {
    if (!this.source) return;
    this.ring.write(firstFrame, left, right);
    const peak = Math.max(peakOf(left), peakOf(right));
    recordMeter.level = peak;
    this.most = Math.max(this.most, peak);
    const now = performance.now();
    if (now - this.saidMs >= LEVEL_MS) {
      const inputLevel = Math.round(this.most * 1000) / 1000;
      const isClipped = recording.isClipped || this.most >= CLIP_LEVEL;
      patchRecording({ inputLevel, isClipped });
      this.saidMs = now;
      this.most = 0;
    }
    this.onBlock(firstFrame, left.length, peak);
    const isDue = ({ atFrame }: { atFrame: number }) => firstFrame + left.length >= atFrame;
    const due = this.waiting.filter(isDue);
    this.waiting = this.waiting.filter((entry) => !isDue(entry));
    for (const { reach } of due) reach();
  }

  /** Resolves when what has come in reaches a frame, or when nothing more will come. */
  reached(atFrame: number): Promise<void> {
    return new Promise((reach) => this.waiting.push({ atFrame, reach }));
  }

  /** Listens to a source from now on and forgets the one before; null listens to nothing. */
  listen(source: AudioNode | null): void {
    this.source?.disconnect(this.node);
    this.hear(null);
    this.source = source;
    this.ring.clear();
    for (const { reach } of this.waiting.splice(0)) reach();
    source?.connect(this.node);
    recordMeter.level = 0;
    patchRecording({ inputLevel: 0 });
  }

  /** Lets the source be heard, or not. What is heard already (an instrument) is not monitored again. */
  hear(source: AudioNode | null): void {
    const { context } = this.monitor;
    this.monitor.gain.setTargetAtTime(source ? 1 : 0, context.currentTime, 0.005);
    if (source) source.connect(this.monitor);
    else if (this.source && this.isHeard) this.source.disconnect(this.monitor);
    this.isHeard = source !== null;
  }

  private isHeard = false;
}
