/**
 * Four workers that decode: what plays before what comes next before what is only seen. A job that has not finished
 * after ten seconds is given up, and the caller falls back on another way.
 */
import { DECODE_TIMEOUT_MS, DECODE_WORKERS } from '../../data/contract/constants.ts';
import { cancelledError } from '../load/cancel.ts';
import type { DecodeJob, JobAnswer, JobResult } from './jobs.ts';
import { DECODE_PRIORITIES, type DecodePriority } from './priority.ts';

/** A job that was given up: a file may be decoded another way. */
export class DecodeTimeoutError extends Error {
  constructor() {
    super('Decoding took more than 10 s');
    this.name = 'DecodeTimeoutError';
  }
}

export interface DecodeOptions {
  /** 'visible' unless said. */
  readonly priority?: DecodePriority;
  readonly signal?: AbortSignal;
}

/** How many times longer than decoding anything else may take. */
const PATIENCE = 12;

interface Queued {
  readonly job: DecodeJob;
  readonly priority: number;
  settle(answer: { result: unknown } | { error: Error }): void;
}

export interface DecodePoolSettings {
  readonly limit?: number;
  readonly timeoutMs?: number;
  /** Makes a worker; another one for tests of what happens when workers fail. */
  readonly hire?: () => Worker;
}

const hireWorker = () =>
  new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' });

export class DecodePool {
  private readonly idle: Worker[] = [];
  private readonly busy = new Map<
    Worker,
    { queued: Queued; timer: ReturnType<typeof setTimeout> }
  >();
  private readonly queue: Queued[] = [];
  private readonly limit: number;
  private readonly timeoutMs: number;
  private readonly hire: () => Worker;
  private canWork = typeof Worker !== 'undefined';
  private nextId = 1;

  constructor({ limit, timeoutMs, hire }: DecodePoolSettings = {}) {
    this.limit = limit ?? DECODE_WORKERS;
    this.timeoutMs = timeoutMs ?? DECODE_TIMEOUT_MS;
    this.hire = hire ?? hireWorker;
  }

  /**
   * Does a job in a worker, or on the page where no worker can run.
   * @throws SoundFileError for a file that is none of ours; DecodeTimeoutError; Error 'Buffer loading cancelled for
   *   rifff' when `signal` aborts
   */
  run<Job extends DecodeJob>(job: Job, options: DecodeOptions = {}): Promise<JobResult<Job>> {
    const { priority = 'visible', signal } = options;
    if (signal?.aborted) return Promise.reject(cancelledError());
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.drop(queued);
        queued.settle({ error: cancelledError() });
        this.pump();
      };
      const queued: Queued = {
        job,
        priority: DECODE_PRIORITIES.indexOf(priority),
        settle: (answer) => {
          signal?.removeEventListener('abort', cancel);
          if ('error' in answer) reject(answer.error);
          else resolve(answer.result as JobResult<Job>);
        },
      };
      signal?.addEventListener('abort', cancel, { once: true });
      // Behind everything that is as urgent or more.
      const at = this.queue.findIndex((other) => other.priority > queued.priority);
      this.queue.splice(at < 0 ? this.queue.length : at, 0, queued);
      this.pump();
    });
  }

  private pump(): void {
    while (this.queue.length > 0) {
      if (!this.canWork) {
        void this.runHere(this.queue.shift()!);
        continue;
      }
      const worker = this.idle.pop() ?? (this.busy.size < this.limit ? this.tryHire() : undefined);
      if (worker) this.send(worker, this.queue.shift()!);
      else if (this.canWork) return;
    }
  }

  private tryHire(): Worker | undefined {
    try {
      return this.hire();
    } catch (error) {
      console.warn('No decode worker, decoding on the page', error);
      this.canWork = false;
      return undefined;
    }
  }

  private send(worker: Worker, queued: Queued): void {
    const id = this.nextId++;
    const timer = setTimeout(() => {
      this.fire(worker);
      queued.settle({ error: new DecodeTimeoutError() });
      this.pump();
    }, this.timeoutOf(queued.job));
    this.busy.set(worker, { queued, timer });
    worker.onmessage = async ({ data }: MessageEvent<JobAnswer>) => {
      if (data.id !== id) return;
      clearTimeout(timer);
      this.busy.delete(worker);
      this.idle.push(worker);
      this.pump();
      if ('result' in data) queued.settle(data);
      else queued.settle({ error: (await import('./jobs.ts')).errorOf(data.failure) });
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.fire(worker);
      this.canWork = false;
      void this.runHere(queued);
      this.pump();
    };
    // Copied, not transferred: if the worker's script cannot load, the page still has what is to be done.
    worker.postMessage({ id, job: queued.job });
  }

  /** Only decoding has another way to fall back on; the rest may take its time, but not for ever. */
  private timeoutOf({ kind }: DecodeJob): number {
    const isFile = kind === 'wav' || kind === 'aiff' || kind === 'vorbis';
    return isFile ? this.timeoutMs : PATIENCE * this.timeoutMs;
  }

  private async runHere(queued: Queued): Promise<void> {
    try {
      const { runDecodeJob } = await import('./jobs.ts');
      queued.settle({ result: await runDecodeJob(queued.job) });
    } catch (error) {
      queued.settle({ error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  /** Ends a worker. What it was doing is answered by the caller. */
  private fire(worker: Worker): void {
    clearTimeout(this.busy.get(worker)?.timer);
    this.busy.delete(worker);
    worker.onmessage = null;
    worker.onerror = null;
    worker.terminate();
  }

  private drop(queued: Queued): void {
    const at = this.queue.indexOf(queued);
    if (at >= 0) this.queue.splice(at, 1);
    for (const [worker, running] of this.busy) if (running.queued === queued) this.fire(worker);
  }

  /** Ends every worker; what waits or runs is cancelled. */
  dispose(): void {
    const left = [...this.queue.splice(0), ...[...this.busy.values()].map(({ queued }) => queued)];
    for (const worker of [...this.idle.splice(0), ...this.busy.keys()]) this.fire(worker);
    for (const queued of left) queued.settle({ error: cancelledError() });
  }
}
