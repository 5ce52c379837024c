/** Asks the worker that limits exports, one request after the other. */
import type { WavDepth } from '../../dsp/wavWrite.ts';
import type { MasterAnswer, MasterRequest } from './master.worker.ts';

export class MasterWorker {
  private readonly worker = new Worker(new URL('./master.worker.ts', import.meta.url), {
    type: 'module',
  });

  private ask(request: MasterRequest, transfer: Transferable[] = []): Promise<MasterAnswer> {
    return new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }: MessageEvent<MasterAnswer>) => {
        if (data.error) reject(new Error(data.error));
        else resolve(data);
      };
      this.worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message || 'The limiter could not be loaded'));
      };
      this.worker.postMessage(request, transfer);
    });
  }

  /**
   * Begins a sound.
   * @param depth of the WAV bytes that are wished; null for samples
   * @param leadIn frames at the beginning that are not wanted
   */
  async open(depth: WavDepth | null, leadIn: number): Promise<void> {
    await this.ask({ type: 'open', depth, leadIn });
  }

  /** The next piece; its samples are taken over. */
  push(channels: readonly Float32Array<ArrayBuffer>[]): Promise<MasterAnswer> {
    const buffers = channels.map(({ buffer }) => buffer);
    return this.ask({ type: 'push', channels }, buffers);
  }

  end(): Promise<MasterAnswer> {
    return this.ask({ type: 'end' });
  }

  dispose(): void {
    this.worker.terminate();
  }
}
