/**
 * Hands what comes in to the page in blocks that say on which frame of the context they begin. Runs in the audio
 * thread; its buffers are made once.
 */

// What AudioWorkletGlobalScope provides; TypeScript's DOM library does not describe it.
declare const currentFrame: number;
declare function registerProcessor(name: string, processor: unknown): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

/** Frames of a block: about 20 ms. */
const BLOCK_FRAMES = 1024;

export interface RecordedBlock {
  /** Context frame of the first sample. */
  readonly firstFrame: number;
  readonly left: Float32Array<ArrayBuffer>;
  /** Null when there is one channel. */
  readonly right: Float32Array<ArrayBuffer> | null;
}

class RecorderProcessor extends AudioWorkletProcessor {
  private readonly left = new Float32Array(BLOCK_FRAMES);
  private readonly right = new Float32Array(BLOCK_FRAMES);
  private firstFrame = -1;
  private filled = 0;
  private isStereo = false;

  process([input]: Float32Array[][]): boolean {
    const frames = input?.[0]?.length ?? 128;
    const nextFrame = this.firstFrame + this.filled;
    // Behind: Chromium now and then gives the frame of an earlier block, and delivers every block all the same.
    const isGap = this.firstFrame >= 0 && currentFrame > nextFrame;
    if (isGap) this.flush();
    if (this.firstFrame < 0 || isGap) this.firstFrame = currentFrame;
    if (this.filled + frames > BLOCK_FRAMES) this.flush();
    const [left, right] = input ?? [];
    if (left) this.left.set(left, this.filled);
    else this.left.fill(0, this.filled, this.filled + frames);
    if (right) {
      if (!this.isStereo) this.right.set(this.left.subarray(0, this.filled));
      this.isStereo = true;
      this.right.set(right, this.filled);
    } else if (this.isStereo)
      this.right.set(this.left.subarray(this.filled, this.filled + frames), this.filled);
    this.filled += frames;
    if (this.filled >= BLOCK_FRAMES) this.flush();
    return true;
  }

  private flush(): void {
    if (this.filled === 0) return;
    const { firstFrame, filled, isStereo } = this;
    const block: RecordedBlock = {
      firstFrame,
      left: this.left.slice(0, filled),
      right: isStereo ? this.right.slice(0, filled) : null,
    };
    this.port.postMessage(block);
    this.firstFrame = firstFrame + filled;
    this.filled = 0;
    this.isStereo = false;
  }
}

registerProcessor('rondo-recorder', RecorderProcessor);
