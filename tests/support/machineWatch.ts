/** How long the machine stands still, as a page or Node can know it. */

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
  const worker = new Thread(TICKER, { eval: true, execArgv: [] });
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

/** What is measured in real time is measured as often until its window was a fair one. */
export const WINDOWS = 4;

/** What is said of windows that were none: how long the machine stood still in each. */
export const stillText = (windows: readonly Stillness[]): string =>
  `the machine stood still for ${windows.map(({ worstMs }) => Math.round(worstMs)).join(', ')} ms`;
