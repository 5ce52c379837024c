import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { libraryLoopsQuery, libraryPacksQuery } from '../../../data/queries/library.ts';
import { usedSlots } from '../../../data/rules/draft/draft.ts';
import { fitsRifff } from '../../../data/rules/draft/loopChoice.ts';
import { draft } from '../../../data/stores/draft.ts';
import { pool } from '../../../data/stores/pool.ts';
import { formatCount } from '../../parts/controls/format.ts';
import { useMedia } from '../../parts/useMedia.ts';
import { Icon } from '../../system/Icon.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import { LoopListState } from './LoopListState.tsx';
import { LoopRow } from './LoopRow.tsx';
import styles from './Pool.module.css';

const SEARCH_DELAY_MS = 200;

/** The filter of the pool; typing settles before it asks the library. */
function usePoolFilter() {
  const { categories, creatorId, pack, search, order } = useSnapshot(pool);
  const settled = useDebounced(search.trim(), SEARCH_DELAY_MS);
  return useMemo(
    () => ({ categories: [...categories], creatorId, pack, search: settled, order }),
    [categories, creatorId, pack, settled, order],
  );
}

/** Height of a row as its style has it, in CSS pixels: fingers and narrow windows have a higher one. */
const ROW_PX = 48;
const HIGH_ROW_PX = 56;
const HAS_HIGH_ROWS = '(hover: none), (max-width: 991px)';
/** Rows that are on the page above and below what is seen. */
const SPARE_ROWS = 10;

/** What scrolls around an element: the column of the pool, or the sheet in a narrow window. */
function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  let around = element?.parentElement ?? null;
  while (around && !/auto|scroll/.test(getComputedStyle(around).overflowY)) {
    around = around.parentElement;
  }
  return around;
}

/** The rows near what is seen, and always the one that has the place of the keyboard. */
function useRows(count: number, tabStop: number) {
  const grid = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(0);
  const rowPx = useMedia(HAS_HIGH_ROWS) ? HIGH_ROW_PX : ROW_PX;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scrollerOf(grid.current),
    estimateSize: () => rowPx,
    overscan: SPARE_ROWS,
    scrollMargin: above,
    useFlushSync: false,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), tabStop])].sort((a, b) => a - b),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is measured anew
  useEffect(() => rows.measure(), [rowPx, rows]);
  // In a sheet the head of the pool scrolls along, and grows when its filters open.
  useLayoutEffect(() => {
    const list = grid.current;
    const scroller = scrollerOf(list);
    if (!list || !scroller) return;
    const measure = () => {
      const top = list.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      setAbove(Math.round(top + scroller.scrollTop));
    };
    const watcher = new ResizeObserver(measure);
    for (const part of [scroller, ...scroller.querySelectorAll('fieldset')]) watcher.observe(part);
    measure();
    return () => watcher.disconnect();
  }, []);
  return { grid, rows, above };
}

/** Loops of the library, page after page as one scrolls. Arrows move, Enter adds, A lets one be heard. */
export function LoopList() {
  const query = useInfiniteQuery(libraryLoopsQuery(usePoolFilter()));
  const actions = useEditorActions();
  useEffect(() => () => actions.stopAudition(), [actions]);
  const loops = useMemo(() => query.data?.pages.flatMap((page) => page.loops) ?? [], [query.data]);
  if (loops.length === 0) return <LoopListState query={query} />;
  const { total = 0, isKept = false } = query.data?.pages[0] ?? {};
  return (
    <>
      {isKept && (
        <p className={styles.kept} role="status">
          <Icon name="offline" size={14} />
          No network. These {total} are on this device and can be heard.
        </p>
      )}
      <LoopGrid loops={loops} total={total} query={query} />
    </>
  );
}

interface LoopGridProps {
  loops: readonly Loop[];
  total: number;
  query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >;
}

function LoopGrid({ loops, total, query }: LoopGridProps) {
  const packs = useQuery(libraryPacksQuery).data;
  const { auditionLoopId } = useSnapshot(transport);
  const rifff = useSnapshot(draft).rifff as Rifff;
  const actions = useEditorActions();
  const last = loops.length - 1;
  const [asked, setTabStop] = useState(0);
  const tabStop = Math.min(asked, last);
  const { grid, rows, above } = useRows(loops.length, tabStop);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const names = useMemo(() => new Map(packs?.map((pack) => [pack.id, pack.name])), [packs]);
  const isEmptyRifff = usedSlots(rifff) === 0;

  const shown = rows.getVirtualItems();
  const isNearEnd = (rows.range?.endIndex ?? 0) + SPARE_ROWS >= last;
  const isDue = isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);

  const focusRow = (index: number) => {
    rows.scrollToIndex(index);
    setTabStop(index);
    // The row of the keyboard is always there, as soon as this one has been told.
    requestAnimationFrame(() =>
      grid.current?.querySelector<HTMLElement>(`[aria-rowindex="${index + 1}"]`)?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Arrows choose where a loop goes that was taken up.
    if ((event.target as Element).closest('[data-dragged]')) return;
    const moves: Record<string, number> = {
      ArrowDown: Math.min(last, tabStop + 1),
      ArrowUp: Math.max(0, tabStop - 1),
      PageDown: Math.min(last, tabStop + 8),
      PageUp: Math.max(0, tabStop - 8),
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    focusRow(to);
  };

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot have rows that take the keyboard */}
      <div
        ref={grid}
        role="grid"
        aria-label="Loops"
        aria-rowcount={total}
        className={styles.grid}
        style={{ height: rows.getTotalSize() }}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) actions.stopAudition();
        }}
      >
        {shown.map(({ index, start }) => {
          const loop = loops[index];
          if (!loop) return null;
          return (
            <LoopRow
              key={loop._id}
              loop={loop}
              index={index}
              topPx={start - above}
              packName={names.get(loop.family ?? '')}
              fits={isEmptyRifff ? undefined : fitsRifff(rifff, loop)}
              isHeard={auditionLoopId === loop._id}
              isTabStop={index === tabStop}
              onFocusRow={setTabStop}
            />
          );
        })}
      </div>
      <VisuallyHidden role="status">{formatCount(total, 'loop')}</VisuallyHidden>
      {hasNextPage && (
        <div className={styles.more}>
          {isFetchNextPageError ? (
            <button type="button" className={styles.again} onClick={() => void fetchNextPage()}>
              The rest did not come. Try again
            </button>
          ) : (
            'More loops…'
          )}
        </div>
      )}
    </>
  );
}

/** A value once it has stayed the same for `delayMs`. */
function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
