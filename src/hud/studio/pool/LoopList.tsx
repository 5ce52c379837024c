import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { alikeLoopsQuery } from '../../../data/queries/alikeLoops.ts';
import { libraryLoopsQuery } from '../../../data/queries/library.ts';
import { pool } from '../../../data/stores/pool.ts';
import { formatCount } from '../../parts/controls/format.ts';
import { Icon } from '../../system/Icon.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import { LoopGrid } from './LoopGrid.tsx';
import { LoopListState } from './LoopListState.tsx';
import { MadeList } from './MadeList.tsx';
import { MakeOne } from './MakeOne.tsx';
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

/** What the pool shows: the library, or the endless page of loops that are made here. */
export function LoopList() {
  const { place } = useSnapshot(pool);
  const actions = useEditorActions();
  useEffect(() => () => actions.stopAudition(), [actions]);
  return place === 'made' ? <MadeList /> : <LibraryList />;
}

/** The loops that the pool asks for: those first that sound like one where one was chosen. */
function useLibraryLoops() {
  const filter = usePoolFilter();
  const { like } = useSnapshot(pool);
  const byTime = useInfiniteQuery({ ...libraryLoopsQuery(filter), enabled: like === null });
  const alike = useInfiniteQuery({
    ...alikeLoopsQuery(like?.id ?? '', filter),
    enabled: like !== null,
  });
  return like ? alike : byTime;
}

/** Loops of the library, page after page as one scrolls; after the last one others can be made. */
function LibraryList() {
  const query = useLibraryLoops();
  const loops = useMemo(() => query.data?.pages.flatMap((page) => page.loops) ?? [], [query.data]);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const isDue = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const onNearEnd = useCallback(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);
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
      <LoopGrid label="Loops" loops={loops} total={total} onNearEnd={onNearEnd}>
        <VisuallyHidden role="status">{formatCount(total, 'loop')}</VisuallyHidden>
        <div className={styles.more}>
          {!hasNextPage ? (
            <MakeOne />
          ) : isFetchNextPageError ? (
            <button type="button" className={styles.again} onClick={() => void fetchNextPage()}>
              The rest did not come. Try again
            </button>
          ) : (
            <span className="muted">More loops…</span>
          )}
        </div>
      </LoopGrid>
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
