import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long work is done in the background. */
export interface Pace {
  /** Does a piece of work, and leaves the others as much time as it took. Throws once the server is closing. */
  gently<T>(work: () => Promise<T>): Promise<T>;
  /** One failure does not keep the rest: it is tried again with the next round. */
  attempt(what: string, work: () => Promise<void>): Promise<void>;
}

export interface Rounds {
  /** Begins a round, or one more behind the one that is under way; does not wait for it. */
  wake(): void;
}

/**
 * Rounds of work in the background, one after the other in this process: from the start of the server, every so often,
 * and when somebody wakes it. Ends after the piece that is under way when the server closes: the next start goes on.
 * @param what failed, as the log says it
 */
export function installRounds(
  app: FastifyInstance,
  { what: message, everyMs }: { readonly what: string; readonly everyMs: number },
  round: (pace: Pace) => Promise<void>,
): Rounds {
  const closing = new AbortController();
  const { signal } = closing;
  let running: Promise<void> | undefined;
  let isAsked = false;
  const pace: Pace = {
    async gently(work) {
      signal.throwIfAborted();
      const from = performance.now();
      const done = await work();
      await delay(Math.max(1, performance.now() - from), undefined, { signal });
      return done;
    },
    async attempt(what, work) {
      try {
        await work();
      } catch (error) {
        if (!signal.aborted) app.log.error({ err: error, what }, message);
      }
    },
  };
  async function run(): Promise<void> {
    while (isAsked && !signal.aborted) {
      isAsked = false;
      await pace.attempt('round', () => round(pace));
    }
    running = undefined;
  }
  const rounds: Rounds = {
    wake() {
      isAsked = true;
      running ??= run();
    },
  };
  const timer = setInterval(rounds.wake, everyMs).unref();
  app.addHook('onReady', async () => rounds.wake());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    closing.abort();
    await running;
  });
  return rounds;
}
