import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { QueryList } from '../kit/QueryList.tsx';
import page from '../parts/Page.module.css';
import { ListState } from '../system/ListState.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { useCaseKeys } from './CaseQueue.tsx';
import styles from './Moderation.module.css';

interface QueriedListProps<T> {
  query: UseQueryResult<T[]>;
  /** What is listed, for instance `The reports`. */
  what: string;
  isPlural?: boolean;
  /** What stands there while nothing is listed. */
  empty: string;
  emptyText?: string;
  row(item: T): ReactNode;
  /** Its rows are cases, which keys go through. */
  isQueue?: boolean;
}

/** The rows of a query: while they come, when they do not, and when there are none. */
export function QueriedList<T>(props: QueriedListProps<T>) {
  const { query, what, isPlural, empty, emptyText, row, isQueue } = props;
  const items = query.data ?? [];
  return (
    <QueryList
      query={query}
      what={what}
      isPlural={isPlural}
      skeleton={
        <div className={styles.waiting} role="status" aria-label="Loading">
          <Skeleton width="min(320px, 60%)" height={16} />
          <Skeleton width="min(240px, 45%)" height={16} />
        </div>
      }
      isEmpty={items.length === 0}
      empty={
        <ListState isSmall title={empty}>
          {emptyText}
        </ListState>
      }
    >
      {isQueue ? <Queue count={items.length}>{items.map(row)}</Queue> : <ul>{items.map(row)}</ul>}
    </QueryList>
  );
}

interface ModerationPanelProps<T> extends QueriedListProps<T> {
  /** Of its heading. */
  id: string;
  title: string;
  className?: string;
}

/** One list that moderators work through, under its heading and how many there are. */
export function ModerationPanel<T>({ id, title, className, ...list }: ModerationPanelProps<T>) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="t24">
        {title} <span className={page.count}>{list.query.data?.length}</span>
      </h2>
      <QueriedList {...list} />
    </section>
  );
}

/** Cases with the keys that go through them. */
function Queue({ count, children }: { count: number; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  useCaseKeys(list, count);
  return (
    <>
      <p className={`${styles.keys} t13 muted`}>
        <kbd>J</kbd> and <kbd>K</kbd> go from one to the next, <kbd>E</kbd> writes the reason,{' '}
        <kbd>1</kbd> and <kbd>2</kbd> decide.
      </p>
      <ul ref={list}>{children}</ul>
    </>
  );
}
