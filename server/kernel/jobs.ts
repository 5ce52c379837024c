/** Work in the background: each module declares its jobs, and the kernel starts, repeats and stops them. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { reasonOf } from '../startError.ts';

/** How a job treats the others while it works. */
export interface Pace {
  /** Does a piece of work, then rests for as long as it took. Throws once the server is closing. */
  gently<T>(work: () => Promise<T>): Promise<T>;
  /** Does a piece of work; its failure goes to the log, and the rest of the round goes on. */
  attempt(what: string, work: () => Promise<void>): Promise<void>;
}

/** Does everything at once and throws what fails, for callers that are no job. */
export const AT_ONCE: Pace = { gently: (work) => work(), attempt: (_, work) => work() };

export interface JobOptions {
  /** What the job does, such as "cleaning up": the log says it with every failure. */
  readonly name: string;
  readonly everyMs: number;
  /** The first round begins with the server; with false it begins after `everyMs`. */
  readonly isAtStart?: boolean;
  /** One round. What it throws goes to the log, and the next round tries again. */
  round(pace: Pace): Promise<unknown>;
}

/** How the rounds of a job went in this process. Times in milliseconds since the epoch. */
export interface JobFigures {
  readonly isRunning: boolean;
  /** Rounds that ended, and those of them in which something failed. */
  readonly rounds: number;
  readonly failures: number;
  /** Null before the first round. */
  readonly lastStart: number | null;
  /** How long the last round took that ended, ms. */
  readonly lastMs: number | null;
  readonly lastSuccess: number | null;
  /** The newest failure; `message` is for operators. */
  readonly lastFailure: { readonly at: number; readonly message: string } | null;
  /** When the next round begins by itself; null before the job was started. */
  readonly next: number | null;
}

export interface Job {
  readonly name: string;
  /** Of this process alone: other nodes count for themselves. */
  figures(): JobFigures;
  /** Begins a round, or one more behind the one that is under way; does not wait for it. Before `start`: nothing. */
  wake(): void;
  /** Begins the rounds. For the kernel. */
  start(log: Pick<FastifyBaseLogger, 'error'>): void;
  /** Ends the rounds, after the piece that is under way. For the kernel. */
  stop(): Promise<void>;
}

/** A job whose rounds follow one another in this process: they never overlap. Other nodes may be at the same work. */
export function createJob({ name, everyMs, isAtStart = true, round }: JobOptions): Job {
  const closing = new AbortController();
  const { signal } = closing;
  let log: Pick<FastifyBaseLogger, 'error'> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isAsked = false;
  let startedMs = 0;
  let hasFailed = false;
  let figures: Omit<JobFigures, 'isRunning' | 'next'> = {
    rounds: 0,
    failures: 0,
    lastStart: null,
    lastMs: null,
    lastSuccess: null,
    lastFailure: null,
  };
  const pace: Pace = {
    async gently(work) {
      signal.throwIfAborted();
      const fromMs = performance.now();
      const done = await work();
      await delay(Math.max(1, performance.now() - fromMs), undefined, { signal });
      return done;
    },
    async attempt(what, work) {
      try {
        await work();
      } catch (error) {
        if (signal.aborted) return;
        log?.error({ err: error, what }, name);
        hasFailed = true;
        figures = { ...figures, lastFailure: { at: Date.now(), message: reasonOf(error) } };
      }
    },
  };
  async function run(): Promise<void> {
    while (isAsked && !signal.aborted) {
      isAsked = false;
      hasFailed = false;
      figures = { ...figures, lastStart: Date.now() };
      const fromMs = performance.now();
      await pace.attempt('round', async () => void (await round(pace)));
      figures = {
        ...figures,
        rounds: figures.rounds + 1,
        failures: figures.failures + (hasFailed ? 1 : 0),
        lastMs: performance.now() - fromMs,
        lastSuccess: hasFailed ? figures.lastSuccess : Date.now(),
      };
    }
    running = undefined;
  }
  function wake(): void {
    if (!log) return;
    isAsked = true;
    running ??= run();
  }
  /** Rounds begin every `everyMs` from the start on, whatever woke the job in between. */
  function nextMs(): number | null {
    if (!log || signal.aborted) return null;
    const sinceMs = performance.now() - startedMs;
    return Math.round(Date.now() + everyMs - (sinceMs % everyMs));
  }
  return {
    name,
    wake,
    figures: () => ({ ...figures, isRunning: running !== undefined, next: nextMs() }),
    start(given) {
      log = given;
      startedMs = performance.now();
      timer = setInterval(wake, everyMs).unref();
      if (isAtStart) wake();
    },
    async stop() {
      clearInterval(timer);
      closing.abort();
      await running;
    },
  };
}

/** Starts these jobs with the server, and stops them when it closes. */
export function installJobs(app: FastifyInstance, jobs: readonly Job[]): void {
  app.addHook('onReady', async () => {
    for (const job of jobs) job.start(app.log);
  });
  app.addHook('onClose', async () => {
    await Promise.all(jobs.map((job) => job.stop()));
  });
}
