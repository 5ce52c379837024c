/** A list of what the server has: loading, failed, offline, empty, and page after page. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { ApiError } from '../../data/contract/errors.ts';
import { ui } from '../../data/stores/ui.ts';
import { Button } from '../system/Button.tsx';
import { FailedState } from '../system/ListState.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { useNear } from '../system/useNear.ts';

/** What is shown of a query: the result of `useQuery`, or of `useInfiniteQuery` with its pages. */
export interface ShownQuery<Data = unknown> {
  readonly data: Data | undefined;
  readonly isError: boolean;
  readonly error?: unknown;
  readonly fetchStatus: 'fetching' | 'paused' | 'idle';
  refetch(): unknown;
}

/** Where the next page comes from: the result of `useInfiniteQuery`, or the same of something else. */
export interface PageSource {
  readonly data?: unknown;
  readonly fetchStatus?: ShownQuery['fetchStatus'];
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  fetchNextPage(): unknown;
}

/**
 * `cards`: a grid of a page; `rows`: rows of a page; `small`: in a column, a dialog or under a heading of a page;
 * `line`: among other things in a line, with no room above it.
 */
type Size = 'cards' | 'rows' | 'small' | 'line';

/** Heights of the button for the next page, as `Button` names them, and the room above it. */
const BUTTONS = { cards: 'md', rows: 'md', small: 'sm', line: 'xs' } as const;
const ROOM_ABOVE = { cards: 'top48', rows: 'top32', small: 'top16', line: '' } as const;

interface RegionProps<Data> {
  query: ShownQuery<Data>;
  /** What could not be loaded, for instance `The feed`. */
  what: string;
  /** `what` names several things: `The loops`. */
  isPlural?: boolean;
  size?: Size;
  /** Stands there while it loads; a bar when left out, nothing for null. */
  skeleton?: ReactNode;
  children: ReactNode | ((data: Data) => ReactNode);
}

const BAR = (
  <div role="status" aria-label="Loading">
    <Skeleton width="100%" height={64} />
  </div>
);

/** What is said of an error that explains itself: the server is closed for maintenance. */
const wordsOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'maintenance'
    ? `${error.message}. Nothing is lost.`
    : undefined;

/** What one query brings: its children once there is data, and until then that it loads, failed or needs a network. */
export function Region<Data>(props: RegionProps<Data>) {
  const { query, what, isPlural, size = 'small', skeleton = BAR, children } = props;
  const { isOnline } = useSnapshot(ui);
  if (query.data !== undefined) {
    return typeof children === 'function' ? children(query.data) : children;
  }
  if (!query.isError && query.fetchStatus !== 'paused') return skeleton;
  return (
    <FailedState
      isSmall={BUTTONS[size] !== 'md'}
      isPlural={isPlural}
      isOffline={!isOnline}
      what={what}
      onRetry={() => void query.refetch()}
    >
      {isOnline ? wordsOf(query.error) : undefined}
    </FailedState>
  );
}

interface QueryListProps extends RegionProps<unknown> {
  query: ShownQuery | (ShownQuery & PageSource);
  children: ReactNode;
  isEmpty: boolean;
  /** Stands there when the list is empty and no page comes after it. */
  empty?: ReactNode;
  /** What the next pages hold, where they lead into the past: `tracks`. */
  older?: string;
  /** Fetches the next page when the end of the list comes into sight. */
  isEndless?: boolean;
}

/** The items of a query, given as children, in all states of a list. */
export function QueryList(props: QueryListProps) {
  const { isEmpty, empty, older, isEndless, children, ...region } = props;
  const { query, size } = region;
  const hasMore = 'fetchNextPage' in query && query.hasNextPage;
  return (
    <Region {...region}>
      {isEmpty ? !hasMore && empty : children}
      {hasMore && <NextPage source={query} size={size} older={older} isEndless={isEndless} />}
    </Region>
  );
}

interface NextPageProps {
  source: PageSource;
  size?: Size;
  older?: string;
  isEndless?: boolean;
}

/** The button that fetches the next page, and says when that failed. Only where another page comes. */
export function NextPage({ source, size = 'small', older, isEndless = false }: NextPageProps) {
  const { data, isFetchingNextPage: isFetching, fetchNextPage } = source;
  const { isOnline } = useSnapshot(ui);
  const [wasAsked, setAsked] = useState(false);
  // Without a network the query waits, and says no error.
  const hasFailed = source.isFetchNextPageError || (wasAsked && source.fetchStatus === 'paused');
  const element = useRef<HTMLDivElement>(null);
  const isNear = useNear(element);
  const ask = useCallback(() => {
    setAsked(true);
    void fetchNextPage();
  }, [fetchNextPage]);
  useEffect(() => {
    // Once for each page, even if one comes before the page was drawn as loading.
    if (data !== undefined && isEndless && isNear && !isFetching && !hasFailed) ask();
  }, [data, isEndless, isNear, isFetching, hasFailed, ask]);
  return (
    <div ref={element} className={`row wrap gap16 ${ROOM_ABOVE[size]}`}>
      {hasFailed && (
        <p role="alert">
          {isOnline ? '' : 'No network. '}
          {older ? `Older ${older}` : 'More'} could not be loaded.
        </p>
      )}
      <Button
        size={BUTTONS[size]}
        // Not `disabled`: the button keeps the focus while the page loads.
        aria-disabled={isFetching}
        onClick={() => !isFetching && ask()}
      >
        {isFetching ? 'Loading' : hasFailed ? 'Try again' : older ? `Older ${older}` : 'Show more'}
      </Button>
    </div>
  );
}
