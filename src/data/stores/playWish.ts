/** A tap on one page that asked the next one to play. Not shared state: taken once, by whoever plays first. */

/** Longer ago than this it is no longer what the visitor waits for. */
const WISH_MS = 20_000;
let wishedAtMs = Number.NEGATIVE_INFINITY;

/** The next page that can play shall do so. */
export function wishToPlay(): void {
  wishedAtMs = performance.now();
}

/** Was playing asked for? Asks only once. */
export function takePlayWish(): boolean {
  const isFresh = performance.now() - wishedAtMs < WISH_MS;
  wishedAtMs = Number.NEGATIVE_INFINITY;
  return isFresh;
}
