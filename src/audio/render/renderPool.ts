/** Up to four render workers, made when first needed; without workers the page renders itself. */
import { DECODE_TIMEOUT_MS, DECODE_WORKERS } from '../../data/contract/constants.ts';
import { cancelledError, delay } from '../load/cancel.ts';
import type { RenderAnswer, RenderRequest } from './render.worker.ts';
import { type Rendered, type RenderJob, runJob } from './renderPass.ts';

/** A vocoder on a slow machine needs longer than anything else that is rendered. */
const SHIFT_TIMEOUT_MS = 30_000;

interface Queued {
  readonly job: RenderJob;
  readonly signal: AbortSignal | undefined;
  resolve(rendered: Rendered): void;
  reject(error: Error): void;
}

export class RenderPool {
  private readonly idle: Worker[] = [];
  private readonly busy = new Map<Worker, Queued>();
  private readonly queue: Queued[] = [];
  private readonly limit: number;
  private canWork = typeof Worker !== 'undefined';
  private nextId = 1;

  constructor(limit = Math.min(DECODE_WORKERS, Math.max(1, navigator.hardwareConcurrency || 2))) {
    this.limit = limit;
  }

  /**
   * Renders one pass in every length of the job and measures it if asked.
   * @throws Error 'Buffer loading cancelled for rifff', or that rendering failed or took more than 10 s (30 s for a shift)
   */
  render(job: RenderJob, signal?: AbortSignal): Promise<Rendered> {
    if (signal?.aborted) return Promise.reject(cancelledError());
    return new Promise<Rendered>((resolve, reject) => {
      const queued: Queued = { job, signal, resolve, reject };
      signal?.addEventListener('abort', () => this.cancel(queued), { once: true });
      this.queue.push(queued);
      this.pump();
    });
  }

  private pump(): void {
    while (this.queue.length > 0) {
      if (!this.canWork) {
        void this.renderHere(this.queue.shift()!);
        continue;
      }
      const worker = this.idle.pop() ?? (this.busy.size < this.limit ? this.hire() : null);
      if (!worker && this.canWork) return;
      if (!worker) continue;
      this.send(worker, this.queue.shift()!);
    }
  }

  private hire(): Worker | null {
    try {
      return new Worker(new URL('./render.worker.ts', import.meta.url), { type: 'module' });
    } catch (error) {
      console.warn('No render worker, rendering on the page', error);
      this.canWork = false;
      return null;
    }
  }

  private send(worker: Worker, queued: Queued): void {
    const id = this.nextId++;
    this.busy.set(worker, queued);
    const limitMs = queued.job.shift ? SHIFT_TIMEOUT_MS : DECODE_TIMEOUT_MS;
    const timer = setTimeout(() => {
      this.fire(worker);
      queued.reject(new Error(`Rendering a loop took more than ${limitMs / 1000} s`));
      this.pump();
    }, limitMs);
    worker.onmessage = ({ data }: MessageEvent<RenderAnswer>) => {
      if (data.id !== id) return;
      clearTimeout(timer);
      this.busy.delete(worker);
      this.idle.push(worker);
      if ('error' in data) queued.reject(new Error(data.error));
      else queued.resolve(data);
      this.pump();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      clearTimeout(timer);
      this.fire(worker);
      this.canWork = false;
      void this.renderHere(queued);
      this.pump();
    };
    // Copied, not transferred: if the worker script cannot load, the page still has the samples.
    const request: RenderRequest = { id, ...queued.job };
    worker.postMessage(request);
  }

  /** Ends a worker. What it was doing is answered by the caller. */
  private fire(worker: Worker): void {
    this.busy.delete(worker);
    worker.onmessage = null;
    worker.onerror = null;
    worker.terminate();
  }

  private async renderHere(queued: Queued): Promise<void> {
    await delay(0);
    if (queued.signal?.aborted) return;
    try {
      queued.resolve(await runJob(queued.job));
    } catch (error) {
      queued.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private cancel(queued: Queued): void {
    const at = this.queue.indexOf(queued);
    if (at >= 0) this.queue.splice(at, 1);
    for (const [worker, running] of this.busy) if (running === queued) this.fire(worker);
    queued.reject(cancelledError());
    this.pump();
  }

  dispose(): void {
    for (const worker of [...this.idle, ...this.busy.keys()]) this.fire(worker);
    for (const queued of this.queue.splice(0)) queued.reject(cancelledError());
    this.idle.length = 0;
  }
}
