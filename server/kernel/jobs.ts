/** Work in the background: each module declares its jobs, and the kernel starts, repeats and stops them. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

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

export interface Job {
  readonly name: string;
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
        if (!signal.aborted) log?.error({ err: error, what }, name);
      }
    },
  };
  async function run(): Promise<void> {
    while (isAsked && !signal.aborted) {
      isAsked = false;
      await pace.attempt('round', async () => void (await round(pace)));
    }
    running = undefined;
  }
  function wake(): void {
    if (!log) return;
    isAsked = true;
    running ??= run();
  }
  return {
    name,
    wake,
    start(given) {
      log = given;
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
