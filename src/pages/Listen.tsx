import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { feedQuery } from '../data/queries/feed.ts';
import { allShares } from '../data/rules/sharing/shares.ts';
import { ui } from '../data/stores/ui.ts';
import { ListenRoom, ListenSkeleton } from '../hud/listen/ListenRoom.tsx';
import styles from '../hud/parts/Page.module.css';
import { onPage, usePageTitle } from '../hud/parts/page/page.ts';
import { useReader } from '../hud/parts/shares/useReader.ts';
import { Button } from '../hud/system/Button.tsx';
import { FailedState, ListState } from '../hud/system/ListState.tsx';

const PAGE = 50;

/** `/listen`: the latest shared rifffs, one after the other. */
export function Listen() {
  usePageTitle('Listen');
  const reader = useReader();
  const { isOnline } = useSnapshot(ui);
  const query = useInfiniteQuery({
    ...onPage(feedQuery({ sort: 'latest' }, reader, PAGE)),
    placeholderData: keepPreviousData,
    // The order of play stays as it is while somebody listens.
    refetchOnWindowFocus: false,
  });
  const shares = useMemo(
    () => allShares(query.data?.pages ?? []).filter(({ rifff }) => rifff.loops.length > 0),
    [query.data],
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  if (shares.length > 0) return <ListenRoom shares={shares} onNearEnd={more} />;
  if (!query.data && !query.isError && query.fetchStatus !== 'paused') return <ListenSkeleton />;
  return (
    <div className={`${styles.page} over`}>
      <div className={styles.head}>
        <h1 className="t64">Listen</h1>
      </div>
      {query.data ? (
        <ListState
          title="Nothing to hear yet"
          action={
            <Button to="/jam" variant="filled" icon="plus">
              Start a rifff
            </Button>
          }
        >
          What people share plays here, one after the other.
        </ListState>
      ) : (
        <FailedState
          isOffline={!isOnline}
          what="What people shared"
          onRetry={() => void refetch()}
        />
      )}
    </div>
  );
}
