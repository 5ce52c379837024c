import { type ReactNode, useDeferredValue, useState } from 'react';
import { type PageSource, QueryList, type ShownQuery } from '../../kit/QueryList.tsx';
import { SearchField } from '../../system/SearchField.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import page from '../Page.module.css';
import { GridSkeleton } from '../shares/ShareGrid.tsx';
import { useRegionText } from '../useRegionText.ts';

const MOST_CHARACTERS = 80;

/** How a directory is narrowed. */
export interface Narrowing {
  /** What stands in the field. */
  readonly typed: string;
  /** What is asked for: it follows what is typed when the page has time. */
  readonly search: string;
  readonly isLive: boolean;
  readonly isNarrowed: boolean;
  type(text: string): void;
  setLive(isLive: boolean): void;
}

/** A directory that is narrowed by words and by what is live; at first it is whole. */
export function useNarrowing(): Narrowing {
  const [typed, type] = useState('');
  const [isLive, setLive] = useState(false);
  const search = useDeferredValue(typed.trim().slice(0, MOST_CHARACTERS));
  return { typed, search, isLive, isNarrowed: search !== '' || isLive, type, setLive };
}

interface DirectoryProps {
  /** One of what it lists: `club`. Its heading has the id `open-clubs`. */
  what: string;
  placeholder: string;
  narrowing: Narrowing;
  /** Its pages, each with how many there are in all. */
  query: ShownQuery<{ readonly pages: readonly { readonly total: number }[] }> & PageSource;
  isEmpty: boolean;
  empty: ReactNode;
  children: ReactNode;
}

/** Places that are open to everyone, under a heading with what narrows them. */
export function Directory(props: DirectoryProps) {
  const { what, placeholder, narrowing, query, isEmpty, empty, children } = props;
  const text = useRegionText();
  const total = query.data?.pages[0]?.total;
  const { typed, isLive, isNarrowed, type, setLive } = narrowing;
  return (
    <section aria-labelledby={`open-${what}s`}>
      <div className={page.listHead}>
        <h2 id={`open-${what}s`} className="t24">
          Open {what}s
        </h2>
        <div className={page.tools}>
          {[false, true].map((live) => (
            <button
              key={String(live)}
              type="button"
              className={`hoverPaper ${page.choice}`}
              aria-pressed={isLive === live}
              aria-current={isLive === live || undefined}
              onClick={() => setLive(live)}
            >
              {live ? 'Live now' : 'All'}
            </button>
          ))}
          <SearchField
            label={`Search ${what}s`}
            isLabelHidden
            placeholder={placeholder}
            maxLength={MOST_CHARACTERS}
            value={typed}
            onValueChange={type}
          />
        </div>
      </div>
      <VisuallyHidden role="status">
        {total !== undefined && isNarrowed && text.count(total, what)}
      </VisuallyHidden>
      <QueryList
        query={query}
        what={`The ${what}s`}
        isPlural
        size="cards"
        skeleton={<GridSkeleton />}
        isEmpty={isEmpty}
        empty={empty}
      >
        {children}
      </QueryList>
    </section>
  );
}
