/**
 * The one way to have work done beside the page. A pool has a number of workers of one script; the most urgent job
 * gets the next free one. A job that is cancelled, takes too long or kills its worker costs that worker, and another
 * takes its place. Where no worker can run, the page does the work itself.
 */
import { IDLE_PREFETCH_TIMEOUT_MS } from '../../data/contract/constants.ts';
import { cancelledError, throwIfCancelled, unlessCancelled } from '../loading/cancel.ts';
import { type Priority, PriorityQueue } from './priorityQueue.ts';
import { type Answer, type Call, errorOf, type Tasks } from './serve.ts';

/** A job that was given up: its caller may try another way. */
export class WorkerLimitError extends Error {
  constructor(limitMs: number) {
    super(`The work took more than ${limitMs / 1000} s`);
    this.name = 'WorkerLimitError';
  }
}

/** The worker of a job ended by itself, for want of memory or by a fault that nothing caught. */
class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError';
}

type Input<T extends Tasks, K extends keyof T> = Parameters<T[K]>[0];
type Output<T extends Tasks, K extends keyof T> = Awaited<ReturnType<T[K]>>;

export interface CallOptions {
  /** Without an answer or a sign of work for so long, it is given up. */
  readonly limitMs?: number;
  /** Memory that is given away instead of copied. */
  readonly transfer?: readonly Transferable[];
}

export interface JobOptions extends CallOptions {
  /** 'playing' unless said. */
  readonly priority?: Priority;
  readonly signal?: AbortSignal | undefined;
}

/** A worker that does several jobs of one owner in order, and keeps what they share in between. */
export interface Lease<T extends Tasks> {
  /** Does the next job. @throws Error as `WorkerPool.run` does, and when the lease has ended */
  run<K extends keyof T & string>(
    task: K,
    input: Input<T, K>,
    options?: CallOptions,
  ): Promise<Output<T, K>>;
  /** Gives the worker back; while it is at work it is ended, and the work with it. */
  end(): void;
}

export interface PoolSettings<T extends Tasks> {
  /** Workers at most. */
  readonly size: number;
  /** Jobs that run side by side, default `size`. */
  readonly atOnce?: number;
  /** Makes a worker of the script that serves the tasks. */
  readonly hire: () => Worker;
  /** The same tasks, for the page. */
  readonly tasks: () => Promise<T>;
  /** Limit of a job that names none; default two minutes. */
  readonly limitMs?: number;
  /** Ends workers that have had nothing to do for so long; default never. */
  readonly idleMs?: number;
}

const LIMIT_MS = 120_000;
/** A script that does not run by then is taken for one that never will. */
const START_LIMIT_MS = 10_000;
/** Scripts that did not run, one after the other, until no other worker is tried. */
const MAX_FAILED_STARTS = 2;

interface Running {
  readonly id: number;
  settle(answer: { result: unknown } | { error: Error }): void;
  /** Sets the limit of time anew. */
  goOn(): void;
}

/** One worker and what it is doing. */
class Hand {
  /** Does its script run? */
  readonly ready: Promise<boolean>;
  isGone = false;
  idleTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly worker: Worker;
  private running: Running | null = null;
  private begin: (isReady: boolean) => void = () => undefined;
  private nextId = 1;

  constructor(worker: Worker) {
    this.worker = worker;
    this.ready = new Promise((resolve) => {
      this.begin = resolve;
    });
    const timer = setTimeout(() => this.end(), START_LIMIT_MS);
    void this.ready.then(() => clearTimeout(timer));
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.end(new WorkerLostError(event.message || 'The worker could not be loaded'));
    };
    worker.onmessageerror = () => this.end(new WorkerLostError('The answer could not be read'));
  }

  private hear(answer: Answer): void {
    if (answer.kind === 'ready') {
      this.begin(true);
      return;
    }
    const { running } = this;
    if (answer.id !== running?.id) return;
    if (answer.kind === 'working') running.goOn();
    else if (answer.kind === 'done') running.settle(answer);
    else running.settle({ error: errorOf(answer.failure) });
  }

  call(task: string, input: unknown, { limitMs, transfer = [] }: CallOptions): Promise<unknown> {
    if (this.isGone) return Promise.reject(new WorkerLostError('The worker has ended'));
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const goOn = () => {
        clearTimeout(timer);
        if (limitMs) timer = setTimeout(() => this.end(new WorkerLimitError(limitMs)), limitMs);
      };
      this.running = {
        id,
        goOn,
        settle: (answer) => {
          clearTimeout(timer);
          this.running = null;
          if ('error' in answer) reject(answer.error);
          else resolve(answer.result);
        },
      };
      goOn();
      const call: Call = { id, task, input };
      try {
        this.worker.postMessage(call, [...transfer]);
      } catch (error) {
        this.running.settle({ error: error instanceof Error ? error : new Error(String(error)) });
      }
    });
  }

  /** Ends the worker. @param reason the error of the waiting job */
  end(reason: Error = new WorkerLostError('The worker was ended')): void {
    if (this.isGone) return;
    this.isGone = true;
    clearTimeout(this.idleTimer);
    this.worker.terminate();
    this.begin(false);
    this.running?.settle({ error: reason });
  }
}

export class WorkerPool<T extends Tasks> {
  private readonly settings: PoolSettings<T>;
  private readonly queue: PriorityQueue;
  private readonly idle: Hand[] = [];
  private readonly hands = new Set<Hand>();
  private failedStarts = 0;
  private isPrepared = false;

  constructor(settings: PoolSettings<T>) {
    this.settings = settings;
    this.queue = new PriorityQueue(settings.atOnce ?? settings.size);
  }

  /** Workers that there are, at work or not. */
  get workers(): number {
    return this.hands.size;
  }

  /** Makes all workers beforehand, one after the other, when the page has nothing else to do. */
  prepare(): void {
    if (this.isPrepared) return;
    this.isPrepared = true;
    const fill = () => void this.fill();
    // A page that always has something to do gets them all the same.
    if ('requestIdleCallback' in globalThis) {
      requestIdleCallback(fill, { timeout: IDLE_PREFETCH_TIMEOUT_MS });
    } else setTimeout(fill, IDLE_PREFETCH_TIMEOUT_MS);
  }

  private async fill(): Promise<void> {
    while (this.isPrepared && this.hands.size < this.settings.size) {
      const hand = this.hire();
      if (!hand) return;
      this.idle.push(hand);
      // The others have its script from the browser's cache.
      if (!(await hand.ready)) return;
    }
  }

  /**
   * Does a job in a worker, or on the page where no worker can run. A job that loses its worker is done once more,
   * unless its memory went with it.
   * @throws what the task throws; WorkerLimitError; Error 'Buffer loading cancelled for rifff' when `signal` aborts
   */
  run<K extends keyof T & string>(
    task: K,
    input: Input<T, K>,
    options: JobOptions = {},
  ): Promise<Output<T, K>> {
    const { priority = 'playing', signal } = options;
    const work = async () => {
      try {
        return await this.attempt(task, input, options);
      } catch (error) {
        if (!(error instanceof WorkerLostError) || options.transfer?.length) throw error;
        return this.attempt(task, input, options);
      }
    };
    const done = this.queue.run(work, () => priority, signal) as Promise<Output<T, K>>;
    return unlessCancelled(done, signal);
  }

  private async attempt(task: string, input: unknown, options: JobOptions): Promise<unknown> {
    const { signal, limitMs = this.settings.limitMs ?? LIMIT_MS, transfer } = options;
    const hand = await this.take();
    const cancel = () => hand?.end(cancelledError());
    try {
      throwIfCancelled(signal);
      signal?.addEventListener('abort', cancel, { once: true });
      if (hand) return await hand.call(task, input, { limitMs, ...(transfer && { transfer }) });
      const tasks = await this.settings.tasks();
      return await tasks[task]!(input as never, () => undefined);
    } finally {
      signal?.removeEventListener('abort', cancel);
      if (hand) this.giveBack(hand);
    }
  }

  /**
   * Lends a worker to one owner until the lease ends.
   * @throws Error when no worker can run; 'Buffer loading cancelled for rifff'
   */
  lease({ priority = 'playing', signal }: JobOptions = {}): Promise<Lease<T>> {
    return new Promise((resolve, reject) => {
      const work = async () => {
        const hand = await this.take();
        if (!hand) throw new Error('No worker can run in this browser');
        await new Promise<void>((free) => resolve(this.lend(hand, free)));
        this.giveBack(hand);
      };
      this.queue.run(work, () => priority, signal).catch(reject);
    });
  }

  private lend(hand: Hand, free: () => void): Lease<T> {
    let before: Promise<unknown> = Promise.resolve();
    let working = 0;
    let hasEnded = false;
    const ended = () => new Error('The work was ended');
    return {
      run: (task, input, { limitMs = this.settings.limitMs ?? LIMIT_MS, transfer } = {}) => {
        const next = before.then(() => {
          if (hasEnded) throw ended();
          return hand.call(task, input, { limitMs, ...(transfer && { transfer }) });
        });
        working += 1;
        before = next.catch(() => undefined).finally(() => (working -= 1));
        return next as Promise<Awaited<ReturnType<T[typeof task]>>>;
      },
      end() {
        if (hasEnded) return;
        hasEnded = true;
        if (working > 0) hand.end(ended());
        free();
      },
    };
  }

  /** A worker whose script runs, or null where none can. */
  private async take(): Promise<Hand | null> {
    while (this.failedStarts < MAX_FAILED_STARTS) {
      const hand = this.idle.pop() ?? this.hire();
      if (!hand) return null;
      clearTimeout(hand.idleTimer);
      const isReady = await hand.ready;
      if (isReady) this.failedStarts = 0;
      else this.failedStarts += 1;
      if (isReady && !hand.isGone) return hand;
      this.hands.delete(hand);
    }
    return null;
  }

  private hire(): Hand | null {
    if (typeof Worker === 'undefined') return null;
    try {
      const hand = new Hand(this.settings.hire());
      this.hands.add(hand);
      return hand;
    } catch (error) {
      console.warn('No worker can be made, the page does the work', error);
      this.failedStarts = MAX_FAILED_STARTS;
      return null;
    }
  }

  private giveBack(hand: Hand): void {
    if (!hand.isGone) {
      this.idle.push(hand);
      if (this.settings.idleMs)
        hand.idleTimer = setTimeout(() => this.retire(hand), this.settings.idleMs);
      return;
    }
    this.hands.delete(hand);
    if (this.isPrepared) void this.fill();
  }

  private retire(hand: Hand): void {
    this.idle.splice(this.idle.indexOf(hand), 1);
    this.hands.delete(hand);
    hand.end();
  }

  /** Ends every worker; what runs is cancelled. */
  dispose(): void {
    this.isPrepared = false;
    for (const hand of this.hands) hand.end(cancelledError());
    this.hands.clear();
    this.idle.length = 0;
  }
}
