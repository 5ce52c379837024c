import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useState } from 'react';

/** What the style sheet and the first card say of the grid; lengths in CSS pixels. */
interface GridSize {
  columns: number;
  cellPx: number;
  gapPx: number;
  /** From the top of the document to the grid. */
  topPx: number;
}

/** The grid that was shown last: a page that comes back is as high as it was before anything is measured. */
let lastSize: GridSize = { columns: 6, cellPx: 250, gapPx: 32, topPx: 160 };

function measure(list: HTMLElement): GridSize {
  const style = getComputedStyle(list);
  const leastPx = Number.parseFloat(style.getPropertyValue('--card'));
  const columnGapPx = Number.parseFloat(style.columnGap) || 0;
  const card = list.querySelector('article')?.getBoundingClientRect();
  return {
    columns: Math.max(1, Math.floor((list.clientWidth + columnGapPx) / (leastPx + columnGapPx))),
    cellPx: card ? Math.ceil(card.height) : lastSize.cellPx,
    gapPx: Number.parseFloat(style.rowGap) || 0,
    topPx: Math.round(list.getBoundingClientRect().top + window.scrollY),
  };
}

/** Rows on the page above and below the window, so that keys and quick hands find the next one there. */
const SPARE_ROWS = 2;

/**
 * Rows of a grid of equal cards that are in sight or close to it; the one that has the focus stays. The grid's style
 * says in `--card` how wide a card is at least, and how large the gaps are; its cells say their row in `data-row`.
 *
 * @param count cards in all
 * @returns the rows to mount, cards a row, and the height of a row in CSS pixels
 */
export function useRowsInSight(list: RefObject<HTMLElement | null>, count: number) {
  const [size, setSize] = useState(lastSize);
  const [focusedRow, setFocusedRow] = useState(-1);
  const { columns, cellPx, gapPx, topPx } = size;

  const follow = useCallback(() => {
    const element = list.current;
    if (!element) return;
    const next = measure(element);
    if (JSON.stringify(next) !== JSON.stringify(lastSize)) lastSize = next;
    setSize(lastSize);
  }, [list]);
  // Again after each change: other columns make cards of another height.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is measured changes with them
  useLayoutEffect(follow, [follow, size, count]);
  useLayoutEffect(() => {
    if (!list.current) return;
    let frame = 0;
    const observer = new ResizeObserver(() => {
      // In the next frame: a change of its height must not be answered within the same one.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(follow);
    });
    observer.observe(list.current);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [list, follow]);

  const rowCount = Math.ceil(count / columns);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = new Set(defaultRangeExtractor(range));
      // With its neighbours: the next Tab leads there, wherever the page was scrolled to meanwhile.
      for (const row of [focusedRow - 1, focusedRow, focusedRow + 1]) {
        if (focusedRow >= 0 && row >= 0 && row < range.count) rows.add(row);
      }
      return [...rows].sort((a, b) => a - b);
    },
    [focusedRow],
  );
  const virtualizer = useWindowVirtualizer({
    count: rowCount,
    estimateSize: () => cellPx,
    gap: gapPx,
    scrollMargin: topPx,
    overscan: SPARE_ROWS,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    rangeExtractor,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are measured again
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, cellPx, gapPx, columns]);

  return {
    columns,
    cellPx,
    rows: virtualizer.getVirtualIndexes(),
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
      setFocusedRow(row === undefined ? -1 : Number(row));
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setFocusedRow(-1);
    },
  };
}
