import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { personText } from '../../../data/rules/sharing/credits.ts';
import { allShares, type SharePage } from '../../../data/rules/sharing/shares.ts';
import { ui } from '../../../data/stores/ui.ts';
import { Button } from '../../system/Button.tsx';
import { FailedState } from '../../system/ListState.tsx';
import { Skeleton } from '../../system/Loading.tsx';
import { useNear } from '../../system/useNear.ts';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import { useLoadingSentence } from '../listening/describeRifff.ts';
import { useListening, useListeningKeys } from '../listening/useListening.ts';
import { useShareList } from '../listening/useShareList.ts';
import { useRegionText } from '../useRegionText.ts';
import { DemoMark } from './Byline.tsx';
import { LikeButton } from './LikeButton.tsx';
import { RifffCard } from './RifffCard.tsx';
import styles from './Shares.module.css';
import { useRowsInSight } from './useRowsInSight.ts';

export interface ShareListProps {
  query: UseInfiniteQueryResult<InfiniteData<SharePage>>;
  /** What could not be shown, for instance `The feed`. */
  what: string;
  /** Shown when there is nothing. */
  empty: ReactNode;
  /** Leaves the maker's name out, on their own page. */
  isOfOne?: boolean;
}

/** A paged list of shares in all its states. */
export function ShareList({ query, what, empty, isOfOne = false }: ShareListProps) {
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
      <ShareGrid shares={shares} isOfOne={isOfOne} isWhole={!query.hasNextPage} />
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
function MoreButton({ isFetching, hasFailed, onMore }: MoreButtonProps) {
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

export interface ShareGridProps {
  /** At least one. */
  shares: readonly SharedRifff[];
  isOfOne: boolean;
  /** Does nothing come after them? */
  isWhole: boolean;
}

/** Shared rifffs as a grid of cards; one plays at a time. Only the rows near the window are on the page. */
export function ShareGrid({ shares, isOfOne, isWhole }: ShareGridProps) {
  const rifffs = useShareList(shares);
  const own = useListening(rifffs);
  const trouble = useLoadingSentence(own.mix);
  useListeningKeys(own);
  const list = useRef<HTMLUListElement>(null);
  const { columns, cellPx, rows, onFocus, onBlur } = useRowsInSight(list, shares.length);
  const shownId = own.shown.rifff._id;
  const { togglePlay, choose } = own;
  const latest = useRef({ togglePlay, choose });
  latest.current = { togglePlay, choose };
  const onToggle = useCallback((id: string, isPlaying: boolean) => {
    if (isPlaying) latest.current.togglePlay();
    else latest.current.choose(id);
  }, []);
  const mounted = rows.flatMap((row) =>
    shares.slice(row * columns, (row + 1) * columns).map((share, at) => ({ share, row, at })),
  );
  return (
    <>
      <VisuallyHidden role="status">{trouble}</VisuallyHidden>
      <ul
        ref={list}
        className={styles.grid}
        style={{ gridTemplateRows: `repeat(${Math.ceil(shares.length / columns)}, ${cellPx}px)` }}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {mounted.map(({ share, row, at }) => {
          const id = share.rifff._id;
          const isShown = id === shownId;
          const isPlaying = own.isPlaying && isShown;
          const isWaiting = own.pendingId === id || (own.isWaiting && isShown);
          return (
            <li
              key={share._id}
              className={styles.cell}
              style={{ gridRow: row + 1, gridColumn: at + 1 }}
              data-row={row}
              aria-posinset={row * columns + at + 1}
              aria-setsize={isWhole ? shares.length : -1}
            >
              <ShareCard
                share={share}
                isOfOne={isOfOne}
                isPlaying={isPlaying}
                isWaiting={isWaiting && !isPlaying}
                onToggle={onToggle}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface ShareCardProps {
  share: SharedRifff;
  isOfOne: boolean;
  isPlaying: boolean;
  isWaiting: boolean;
  onToggle(rifffId: string, isPlaying: boolean): void;
}

/** The card of one share. */
const ShareCard = memo(function ShareCard(props: ShareCardProps) {
  const { share, isOfOne, isPlaying, isWaiting, onToggle } = props;
  const text = useRegionText();
  return (
    <RifffCard
      placeId={`share.${share._id}`}
      rifff={share.rifff}
      title={share.title}
      to={`/rifff/${share._id}`}
      isPlaying={isPlaying}
      isWaiting={isWaiting}
      onToggle={() => onToggle(share.rifff._id, isPlaying)}
      aside={<LikeButton share={share} />}
      caption={
        <>
          {share.isDemo && (
            <span>
              <DemoMark />{' '}
            </span>
          )}
          {share.private && <span>Private, </span>}
          {!isOfOne && <span className="truncate">{personText(share.displayName)}</span>}
          <span>
            {!isOfOne && ', '}
            {text.age(share.action_timestamp)}
          </span>
        </>
      }
    />
  );
});

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
