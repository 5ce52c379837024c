import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { allShares, type SharePage } from '../../../data/rules/sharing/shares.ts';
import { ui } from '../../../data/stores/ui.ts';
import { Button } from '../../system/Button.tsx';
import { FailedState } from '../../system/ListState.tsx';
import { Skeleton } from '../../system/Loading.tsx';
import { useNear } from '../../system/useNear.ts';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import { useListening } from '../listening/useListening.ts';
import { useShareList } from '../listening/useShareList.ts';
import { ShareCards, type ShareCardsProps } from './ShareCards.tsx';
import styles from './Shares.module.css';

export interface ShareListProps {
  query: UseInfiniteQueryResult<InfiniteData<SharePage>>;
  /** What could not be shown, for instance `The feed`. */
  what: string;
  /** Shown when there is nothing. */
  empty: ReactNode;
  /** Leaves the maker's name out, on their own page. */
  isOfOne?: boolean;
  /** Stands above the picture of a card: its place in a chart. The same function while it says the same. */
  above?: ShareCardsProps['above'];
}

/** A paged list of shares in all its states. */
export function ShareList({ query, what, empty, isOfOne = false, above }: ShareListProps) {
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
    <>
      <ShareGrid shares={shares} isOfOne={isOfOne} isWhole={!query.hasNextPage} above={above} />
      {query.hasNextPage && (
        <MoreButton
          isFetching={query.isFetchingNextPage}
          hasFailed={query.isFetchNextPageError}
          onMore={more}
        />
      )}
    </>
  );
}

interface MoreButtonProps {
  isFetching: boolean;
  /** The next page could not be fetched. */
  hasFailed: boolean;
  onMore(): void;
}

/** Asks for the next page when the end comes near; the button is for keys, and for another try. */
export function MoreButton({ isFetching, hasFailed, onMore }: MoreButtonProps) {
  const element = useRef<HTMLDivElement>(null);
  const isNear = useNear(element);
  useEffect(() => {
    if (isNear && !isFetching && !hasFailed) onMore();
  }, [isNear, isFetching, hasFailed, onMore]);
  return (
    <div ref={element} className={styles.more}>
      {hasFailed && <p role="alert">More could not be loaded.</p>}
      <Button disabled={isFetching} onClick={onMore}>
        {isFetching ? 'Loading' : hasFailed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  );
}

type ShareGridProps = Omit<ShareCardsProps, 'rifffs' | 'own'>;

/** Shared rifffs as a grid of cards that are listened to one at a time. */
export function ShareGrid(props: ShareGridProps) {
  const rifffs = useShareList(props.shares);
  const own = useListening(rifffs, 'beat');
  return <ShareCards {...props} rifffs={rifffs} own={own} />;
}

/** Enough for two rows of a wide window; what begins a third is left out. */
const WAITING_CARDS = Array.from({ length: 20 }, (_, at) => at);

/** Keeps the room of a grid of cards that is still coming. */
export function GridSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <div className={`${styles.grid} ${styles.waiting}`} aria-hidden="true">
        {WAITING_CARDS.map((at) => (
          <div key={at}>
            <span className={styles.skeleton}>
              <Skeleton shape="disc" width="100%" height="100%" />
            </span>
            <Skeleton width="60%" height={12} />
          </div>
        ))}
      </div>
    </>
  );
}
