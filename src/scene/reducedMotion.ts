/** Does the person ask for less motion? One media query, read every frame without asking again. */
const query = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion)') : null;
let isReduced = query?.matches ?? false;
query?.addEventListener('change', () => {
  isReduced = query.matches;
});

/** Whether motion is to be reduced now. */
export function prefersReducedMotion(): boolean {
  return isReduced;
}

/** Calls `listener` when the wish changes. @returns what stops it */
export function onReducedMotion(listener: () => void): () => void {
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}
