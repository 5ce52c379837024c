import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { allShares, type SharePage } from '../../../data/rules/sharing/shares.ts';
import { QueryList } from '../../kit/QueryList.tsx';
import { Skeleton } from '../../system/Loading.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
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
  const shares = useMemo(() => allShares(query.data?.pages ?? []), [query.data]);
  return (
    <CardQuery query={query} what={what} isEmpty={shares.length === 0} empty={empty}>
      <ShareCards shares={shares} isOfOne={isOfOne} isWhole={!query.hasNextPage} above={above} />
    </CardQuery>
  );
}

/** A list whose items are cards of a grid, page after page as they are scrolled to. */
export function CardQuery(props: ComponentProps<typeof QueryList>) {
  return <QueryList size="cards" skeleton={<GridSkeleton />} isEndless {...props} />;
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
