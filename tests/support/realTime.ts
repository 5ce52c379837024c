/** Tests of what needs real time, on a machine that may stand still in the middle of them. */
import { it, type TestContext } from 'vitest';

/** A timer of a thread that does nothing else: as late as it is, the machine was busy elsewhere. */
const TICK_MS = 10;
const TICKER = `
const port = typeof self === 'object' && self.postMessage ? self : require('node:worker_threads').parentPort;
let last = performance.now();
let worstMs = 0;
let lostMs = 0;
const tick = () => {
  const lateMs = performance.now() - last - ${TICK_MS};
  last += lateMs + ${TICK_MS};
  worstMs = Math.max(worstMs, lateMs);
  if (lateMs > ${TICK_MS}) lostMs += lateMs;
};
setInterval(tick, ${TICK_MS});
port.onmessage = () => {
  tick();
  port.postMessage({ worstMs, lostMs });
};
port.postMessage('ready');`;

/** How long the machine stood still, ms: the longest time, and all of them together. */
export interface Stillness {
  readonly worstMs: number;
  readonly lostMs: number;
}

/** A worker of the page or of Node, and its next message. */
async function startTicker() {
  if (typeof Worker === 'function') {
    const url = URL.createObjectURL(new Blob([TICKER], { type: 'text/javascript' }));
    const worker = new Worker(url);
    return {
      worker,
      next: () =>
        new Promise<Stillness>((resolve) => {
          worker.onmessage = ({ data }) => resolve(data);
        }),
    };
  }
  const { Worker: Thread } = await import('node:worker_threads');
  const worker = new Thread(TICKER, { eval: true });
  return {
    worker,
    next: () => new Promise<Stillness>((resolve) => worker.once('message', resolve)),
  };
}

/** Watches the machine from now on, from a thread that what is tested cannot hold up. @returns what ends it and tells */
export async function watchMachine(): Promise<() => Promise<Stillness>> {
  const { worker, next } = await startTicker();
  await next();
  return async () => {
    const answer = next();
    worker.postMessage('end');
    const stillness = await answer;
    await worker.terminate();
    return stillness;
  };
}

/** A test in real time is tried as often until its window was a fair one. */
const WINDOWS = 4;
const UNFAIR = 'The machine stood still';

/**
 * A test that holds only where the machine goes on: of what sounds or moves in real time. A failure counts where the
 * machine went on; where it stood still, the test begins anew, with its hooks, at most three times, and is then skipped
 * as not measured, with the figure.
 * @param stillMs how long the machine may stand still without any excuse
 */
export function inRealTime(
  name: string,
  test: (context: TestContext) => Promise<void>,
  stillMs = 50,
): void {
  let figures: number[] = [];
  it(name, { retry: { count: WINDOWS - 1, condition: new RegExp(UNFAIR) } }, async (context) => {
    const isFirst = !context.task.result?.retryCount;
    if (isFirst) figures = [];
    const stop = await watchMachine();
    let failure: unknown = null;
    try {
      await test(context);
    } catch (error) {
      failure = error;
    }
    const { worstMs } = await stop();
    if (failure === null) return;
    if (worstMs <= stillMs) throw failure;
    figures.push(Math.round(worstMs));
    const said = `${UNFAIR} for ${figures.join(', ')} ms`;
    if (figures.length === WINDOWS) context.skip(`not measured: ${said.toLowerCase()}`);
    throw new Error(`${said}: this may be why ${failure}`, { cause: failure });
  });
}
