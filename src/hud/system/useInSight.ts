import { type RefObject, useLayoutEffect } from 'react';

/**
 * Scrolls a row that needs more than the window sideways until the chosen one in it is whole; the page stays
 * where it is.
 *
 * @param selector finds the chosen one inside the row
 * @param chosen changes with it
 */
export function useInSight(
  row: RefObject<HTMLElement | null>,
  selector: string,
  chosen: string | undefined,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: which one is found changes with the choice
  useLayoutEffect(() => {
    const list = row.current;
    const one = list?.querySelector<HTMLElement>(selector);
    if (!list || !one) return;
    const { left, right } = list.getBoundingClientRect();
    const inside = one.getBoundingClientRect();
    if (inside.left < left) list.scrollLeft -= left - inside.left;
    else if (inside.right > right) list.scrollLeft += inside.right - right;
  }, [row, selector, chosen]);
}
