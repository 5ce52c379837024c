/** The last sound that came in, by the frames of the context that it came in on. */

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
