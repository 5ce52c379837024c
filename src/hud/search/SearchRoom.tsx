import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { SEARCH_KINDS } from '../../data/contract/constants.ts';
import type { SearchFound, SearchKind } from '../../data/contract/search.ts';
import { searchCountsQuery } from '../../data/queries/search.ts';
import {
  isAsked,
  readSearch,
  type SearchAsked,
  searchParams,
} from '../../data/rules/search/address.ts';
import { recentSearches, rememberSearch } from '../../data/stores/recentSearches.ts';
import { Region } from '../kit/QueryList.tsx';
import { registerCommands } from '../parts/commands/registry.ts';
import page from '../parts/Page.module.css';
import { useRegionText } from '../parts/useRegionText.ts';
import { SearchField } from '../system/SearchField.tsx';
import { Tabs } from '../system/Tabs.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import { AlikeLine, AlikeLoops } from './Alike.tsx';
import { moveAmongResults } from './moveAmongResults.ts';
import { Recent } from './Recent.tsx';
import { KIND_TITLES, Results } from './Results.tsx';
import { SoundFilters } from './SoundFilters.tsx';

/** Time after the last key before the server is asked, in ms. */
const SETTLE_MS = 250;

/** The search in the address, and the text in the search field, which is newer while the reader types. */
function useAsked() {
  const [params, setParams] = useSearchParams();
  const state: unknown = useLocation().state;
  const asked = readSearch(params);
  const [text, setText] = useState(asked.q);
  const sent = useRef(asked.q);
  const ask = (change: Partial<SearchAsked>) => {
    const next = { ...asked, q: text, ...change };
    sent.current = next.q.trim();
    if (change.q !== undefined) setText(change.q);
    // Where it came from stays known.
    setParams(searchParams(next), { replace: true, state });
  };
  // Back and forward, and links to other searches, change the line too.
  useEffect(() => {
    if (asked.q === sent.current) return;
    sent.current = asked.q;
    setText(asked.q);
  }, [asked.q]);
  const settle = useRef(() => {});
  settle.current = () => {
    if (text.trim() !== sent.current) ask({});
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: every letter begins to wait anew
  useEffect(() => {
    const timer = setTimeout(() => settle.current(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { asked, text, setText, ask };
}

/** The kind on show: the one that was chosen, else the first of which there is anything. */
function shownKind(asked: SearchAsked, found: SearchFound | undefined): SearchKind {
  if (asked.kind !== '') return asked.kind;
  return SEARCH_KINDS.find((kind) => (found?.[kind]?.total ?? 0) > 0) ?? 'rifffs';
}

const fieldIn = (room: HTMLElement | null) =>
  room?.querySelector<HTMLInputElement>('input[type="search"]');

/** One line to look for rifffs, people, jams and loops by words, and what they sound like. */
export function SearchRoom() {
  const { asked, text, setText, ask } = useAsked();
  const { texts } = useSnapshot(recentSearches);
  const room = useRef<HTMLDivElement>(null);
  const isNew = useRef(!isAsked(asked));
  useEffect(
    () =>
      registerCommands([
        {
          id: 'shell.search',
          title: 'Search',
          group: 'Everywhere',
          keys: ['/'],
          run: () => fieldIn(room.current)?.select(),
        },
      ]),
    [],
  );
  // The reader wants to type at once, so the field gets the focus. A new page takes the focus first: wait for a frame.
  useEffect(() => {
    if (!isNew.current) return;
    const frame = requestAnimationFrame(() => fieldIn(room.current)?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const shownLike = useRef(asked.like);
  useEffect(() => {
    const hasEnded = shownLike.current !== '' && asked.like === '';
    shownLike.current = asked.like;
    // The way back went with the keyboard.
    if (!hasEnded || document.activeElement !== document.body) return;
    const tab = room.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
    (tab ?? fieldIn(room.current))?.focus();
  }, [asked.like]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target === fieldIn(room.current) && event.key === 'Enter') {
      ask({});
      rememberSearch(text);
      return;
    }
    if (room.current) moveAmongResults(event, room.current);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows lead from the line through what it found
    <div ref={room} onKeyDown={onKeyDown}>
      <search className={page.searchHead}>
        <h1 className="visuallyHidden">Search</h1>
        <SearchField
          label="Search"
          isLabelHidden
          className={page.searchField}
          maxLength={80}
          enterKeyHint="search"
          placeholder="Rifffs, people, jams and loops"
          value={text}
          onValueChange={setText}
        />
        <SoundFilters asked={asked} onAsk={ask} />
      </search>
      <AlikeLine asked={asked} onAsk={ask} />
      {isAsked(asked) ? (
        // Following a result says that the words were right.
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside are what is clicked
        <div
          onClick={(event) => {
            if ((event.target as Element).closest('a')) rememberSearch(asked.q);
          }}
        >
          {asked.like === '' ? (
            <Found asked={asked} onAsk={ask} />
          ) : (
            <AlikeLoops asked={asked} onAsk={ask} />
          )}
        </div>
      ) : (
        <Recent texts={texts} onChoose={(q) => ask({ q })} />
      )}
    </div>
  );
}

interface FoundProps {
  asked: SearchAsked;
  onAsk(change: Partial<SearchAsked>): void;
}

/** What was found, a tab for each kind with how much there is of it. */
function Found({ asked, onAsk }: FoundProps) {
  const words = useRegionText();
  const query = useQuery({
    ...searchCountsQuery(asked),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const kind = shownKind(asked, data);
  const countOf = (one: SearchKind) => {
    const found = data?.[one];
    if (!found) return '';
    return `${words.number(found.total)}${found.isMore && found.total > 0 ? '+' : ''}`;
  };
  // Each kind says for itself that it is on its way.
  const found = (
    <>
      <VisuallyHidden role="status">
        {data && SEARCH_KINDS.map((one) => `${KIND_TITLES[one]}: ${countOf(one)}`).join(', ')}
      </VisuallyHidden>
      <Tabs
        label="What was found"
        value={kind}
        onValueChange={(value) => onAsk({ kind: value as SearchKind })}
        items={SEARCH_KINDS.map((one) => ({
          value: one,
          title: `${KIND_TITLES[one]} ${countOf(one)}`.trim(),
          content: <Results kind={one} asked={asked} counts={data} onAsk={onAsk} />,
        }))}
      />
    </>
  );
  return (
    <Region query={query} what="The search" size="rows" skeleton={found}>
      {found}
    </Region>
  );
}
