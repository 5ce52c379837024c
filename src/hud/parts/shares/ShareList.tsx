import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { allShares, type SharePage } from '../../../data/rules/shares.ts';
import { ui } from '../../../data/stores/ui.ts';
import { FailedState } from '../../system/FailedState.tsx';
import { GridSkeleton } from './GridSkeleton.tsx';
import { ShareGrid } from './ShareGrid.tsx';

export interface ShareListProps {
  query: UseInfiniteQueryResult<InfiniteData<SharePage>>;
  /** What could not be shown, for instance `The feed`. */
  what: string;
  /** Shown when there is nothing. */
  empty: ReactNode;
  isOfOne?: boolean;
}

/** A paged list of shares in all its states. */
export function ShareList({ query, what, empty, isOfOne }: ShareListProps) {
  const { isOnline } = useSnapshot(ui);
  const shares = useMemo(() => allShares(query.data?.pages ?? []), [query.data]);
  const { fetchNextPage, refetch } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  if (!query.data) {
    const isStuck = query.isError || query.fetchStatus === 'paused';
    if (!isStuck) return <GridSkeleton />;
    return <FailedState isOffline={!isOnline} what={what} onRetry={() => void refetch()} />;
  }
  if (shares.length === 0) return empty;
  return (
    <ShareGrid
      shares={shares}
      isOfOne={isOfOne}
      hasMore={query.hasNextPage}
      isFetchingMore={query.isFetchingNextPage}
      hasFailed={query.isFetchNextPageError}
      onMore={more}
    />
  );
}
