import { IDLE_PREFETCH_TIMEOUT_MS } from '../../data/contract/constants.ts';

/** Runs something when the page has nothing better to do, after two seconds at the latest. @returns what cancels it */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(run, { timeout: IDLE_PREFETCH_TIMEOUT_MS });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(run, IDLE_PREFETCH_TIMEOUT_MS);
  return () => clearTimeout(handle);
}

/** Does the visitor ask for little data? */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
