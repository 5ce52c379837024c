import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { libraryLoopsQuery, libraryPacksQuery } from '../../../data/queries/library.ts';
import { usedSlots } from '../../../data/rules/draft.ts';
import { fitsRifff } from '../../../data/rules/loopChoice.ts';
import { draft } from '../../../data/stores/draft.ts';
import { clearPoolFilter, pool } from '../../../data/stores/pool.ts';
import { ui } from '../../../data/stores/ui.ts';
import { formatCount } from '../../parts/controls/format.ts';
import { Button } from '../../system/Button.tsx';
import { FailedState } from '../../system/FailedState.tsx';
import { ListState } from '../../system/ListState.tsx';
import { Skeleton } from '../../system/Skeleton.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import { useEditorActions } from '../EditorContext.tsx';
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

/** Loops of the library, page after page as one scrolls. Arrows move, Enter adds, A lets one be heard. */
export function LoopList() {
  const filter = usePoolFilter();
  const query = useInfiniteQuery(libraryLoopsQuery(filter));
  const packs = useQuery(libraryPacksQuery).data;
  const { auditionLoopId } = useSnapshot(transport);
  const rifff = useSnapshot(draft).rifff as Rifff;
  const actions = useEditorActions();
  const [tabStop, setTabStop] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;

  const loops = useMemo(() => query.data?.pages.flatMap((page) => page.loops) ?? [], [query.data]);
  const names = useMemo(() => new Map(packs?.map((pack) => [pack.id, pack.name])), [packs]);
  const total = query.data?.pages[0]?.total ?? 0;
  const isEmptyRifff = usedSlots(rifff) === 0;

  useEffect(() => {
    if (!end.current || !hasNextPage || isFetchingNextPage) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && void fetchNextPage(),
      { rootMargin: '400px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  useEffect(() => () => actions.stopAudition(), [actions]);

  const focusRow = (index: number) => {
    const row = grid.current?.querySelectorAll<HTMLElement>('[role="row"]')[index];
    row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = loops.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: Math.min(last, tabStop + 1),
      ArrowUp: Math.max(0, tabStop - 1),
      PageDown: Math.min(last, tabStop + 8),
      PageUp: Math.max(0, tabStop - 8),
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (to === undefined || last < 0) return;
    event.preventDefault();
    focusRow(to);
  };

  if (loops.length === 0) return <LoopListState query={query} />;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot have rows that take the keyboard */}
      <div
        ref={grid}
        role="grid"
        aria-label="Loops"
        aria-rowcount={total}
        className={styles.grid}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) actions.stopAudition();
        }}
      >
        {loops.map((loop, index) => (
          <LoopRow
            key={loop._id}
            loop={loop}
            index={index}
            packName={names.get(loop.family ?? '')}
            fits={isEmptyRifff ? undefined : fitsRifff(rifff, loop)}
            isHeard={auditionLoopId === loop._id}
            isTabStop={index === Math.min(tabStop, loops.length - 1)}
            onFocusRow={setTabStop}
          />
        ))}
      </div>
      <VisuallyHidden role="status">{formatCount(total, 'loop')}</VisuallyHidden>
      {hasNextPage && (
        <div ref={end} className={styles.more}>
          {query.isFetchNextPageError ? (
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

interface LoopListStateProps {
  query: { isPending: boolean; isError: boolean; refetch(): unknown };
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The pool without loops: on the way, failed, offline, or nothing that matches. */
function LoopListState({ query }: LoopListStateProps) {
  const { isOnline } = useSnapshot(ui);
  if (query.isError || (query.isPending && !isOnline)) {
    return (
      <FailedState
        isSmall
        isPlural
        isOffline={!isOnline}
        what="The loops"
        onRetry={() => void query.refetch()}
      >
        {isOnline
          ? 'The library does not answer. Your rifff still plays.'
          : 'Your rifff still plays. The pool comes back with the network.'}
      </FailedState>
    );
  }
  if (query.isPending) {
    return (
      <div className={styles.grid} aria-busy="true">
        <VisuallyHidden role="status">Loading loops</VisuallyHidden>
        {ROWS.map((row) => (
          <div key={row} className={styles.skeleton}>
            <Skeleton shape="disc" width={34} />
            <div className={styles.skeletonText}>
              <Skeleton width="70%" />
              <Skeleton width="40%" />
            </div>
          </div>
        ))}
      </div>
    );
  }
  return (
    <ListState
      isSmall
      title="Nothing matches"
      action={
        <Button size="sm" onClick={clearPoolFilter}>
          Show everything
        </Button>
      }
    >
      Take a filter away, or search for less.
    </ListState>
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
