/** What scrolls around an element: the column of the pool, or the sheet in a narrow window. */
export function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  let around = element?.parentElement ?? null;
  while (around && !/auto|scroll/.test(getComputedStyle(around).overflowY)) {
    around = around.parentElement;
  }
  return around;
}
