/** The worker that keeps pages, sounds and answers for times without a network (`src/offline`), as pages use it. */

import { STAGE_HEADER } from './contract/constants.ts';
import { type KeptLibrary, WORKER_PATH, type WorkerMessage } from './contract/offline.ts';
import { callerHeaders } from './credential.ts';
import { inBase } from './rules/site/base.ts';

/** Longer than this no page waits for what the worker says. */
const ANSWER_MS = 5000;

const workers = () => (typeof navigator !== 'undefined' ? navigator.serviceWorker : undefined);

/** Registers the worker. @returns null where the browser has none, or refuses it */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  try {
    return (await workers()?.register(inBase(WORKER_PATH))) ?? null;
  } catch (cause) {
    console.warn('Nothing is kept for times without a network', cause);
    return null;
  }
}

/** Tells the worker of this page something; nothing where there is none. */
export function tellWorker(message: WorkerMessage): void {
  workers()?.controller?.postMessage(message);
}

/** Asks the worker of this page. @returns null where there is none, or it says nothing */
async function askWorker(message: WorkerMessage): Promise<unknown> {
  const worker = workers()?.controller;
  if (!worker) return null;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ANSWER_MS);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timer);
      port1.close();
      resolve(data);
    };
    worker.postMessage(message, [port2]);
  });
}

const credential = () => callerHeaders().authorization ?? null;

/** What this device keeps of the library. @returns null where nothing is kept */
export async function keptLibrary(): Promise<KeptLibrary | null> {
  return (await askWorker({ type: 'library', credential: credential() })) as KeptLibrary | null;
}

/** Has files that were fetched stay here. @param paths of `/media` @returns how many of them do */
export async function holdMedia(paths: readonly string[]): Promise<number> {
  return Number(await askWorker({ type: 'hold', paths, credential: credential() }));
}

/** Requests that were under way when the worker came may take so long. */
const UNDER_WAY_MS = 30_000;

async function offer(entries: readonly PerformanceEntry[]): Promise<void> {
  // What a stage was shown by its code stays nowhere.
  if (STAGE_HEADER in callerHeaders()) return;
  const urls = entries.map(({ name }) => new URL(name, location.href));
  const own = urls.filter(({ origin }) => origin === location.origin);
  const paths = [...new Set(own.map(({ pathname, search }) => pathname + search))];
  if (paths.length > 0) await askWorker({ type: 'fetched', paths, credential: credential() });
}

/**
 * Tells the worker what this page fetched before it came, or was fetching then. It is still in the cache of the browser:
 * what was heard on a first visit can be heard again without a network.
 */
export async function offerFetched(): Promise<void> {
  const sinceMs = performance.now();
  const late = new PerformanceObserver((list) => {
    void offer(list.getEntries().filter(({ startTime }) => startTime < sinceMs));
  });
  late.observe({ type: 'resource' });
  setTimeout(() => late.disconnect(), UNDER_WAY_MS);
  await offer(performance.getEntriesByType('resource'));
}
