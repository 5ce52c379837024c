/** What the page on show is fetching: the one state that loader and pages read (specification, section 3). */
import { proxy } from 'valtio/vanilla';
import { MIN_FETCH_DURATION_MS } from '../contract/constants.ts';

interface PageDataState {
  pending: boolean;
  /** What the last fetch failed with, as a sentence; null when it did not. */
  error: string | null;
  /** When the last fetch finished, in milliseconds since the epoch; 0 before the first. */
  timestamp: number;
}

export const pageData = proxy<PageDataState>({ pending: false, error: null, timestamp: 0 });

let running = 0;

const wait = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs));

/**
 * Runs a page's fetch and keeps its state. It lasts at least 200 ms, or what the page says, so that nothing
 * flashes by.
 * @param minMs least time until it counts as finished
 * @throws what `load` threw
 */
export async function fetchPageData<T>(
  load: () => Promise<T>,
  minMs: number = MIN_FETCH_DURATION_MS,
): Promise<T> {
  running += 1;
  pageData.pending = true;
  pageData.error = null;
  let failure: string | null = null;
  const delay = wait(minMs);
  try {
    return await load();
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
    throw error;
  } finally {
    await delay;
    running -= 1;
    if (failure !== null) pageData.error = failure;
    pageData.pending = running > 0;
    pageData.timestamp = Date.now();
  }
}

/** The page itself cannot be shown: unknown, refused, or broken. */
export function failPageData(error: string): void {
  pageData.error = error;
  pageData.timestamp = Date.now();
}

/** Another page is on show: what an earlier one failed with is no longer true. */
export function resetPageData(): void {
  pageData.error = null;
}
