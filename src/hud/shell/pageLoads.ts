/** Which pages are being fetched, for the progress bar. */
import { useSyncExternalStore } from 'react';

let loading = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  loading += by;
  // A page asks for its code while it is rendered: nothing else may be rendered then.
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
}

/** Counts the loading of a page until it is there or has failed. */
export function trackPageLoad<T>(load: Promise<T>): Promise<T> {
  change(1);
  return load.finally(() => change(-1));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Is a page being fetched? */
export function useIsPageLoading(): boolean {
  return useSyncExternalStore(subscribe, () => loading > 0);
}
