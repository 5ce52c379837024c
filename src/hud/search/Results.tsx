import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SEARCH_KINDS } from '../../data/contract/constants.ts';
import type { SearchFound, SearchKind } from '../../data/contract/search.ts';
import { foundQuery, foundRifffsQuery } from '../../data/queries/search.ts';
import { onceEach } from '../../data/rules/pages.ts';
import { hasSound, type SearchAsked, withoutSound } from '../../data/rules/search/address.ts';
import { QueryList } from '../kit/QueryList.tsx';
import { ShareList } from '../parts/shares/ShareGrid.tsx';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { LoopRows } from './LoopRows.tsx';
import { RowsSkeleton } from './RowsSkeleton.tsx';
import { JamRow, PersonRow } from './rows.tsx';

export const KIND_TITLES: Readonly<Record<SearchKind, string>> = {
  rifffs: 'Rifffs',
  people: 'People',
  jams: 'Jams',
  loops: 'Loops',
};

interface ResultsProps {
  kind: SearchKind;
  asked: SearchAsked;
  /** How much there is of each kind; undefined until that is known. */
  counts: SearchFound | undefined;
  onAsk(change: Partial<SearchAsked>): void;
}

/** What was found of one kind, as that is shown elsewhere. */
export function Results(props: ResultsProps) {
  return props.kind === 'rifffs' ? (
    <FoundRifffs {...props} />
  ) : (
    <FoundRows {...props} kind={props.kind} />
  );
}

function FoundRifffs(props: ResultsProps) {
  const query = useInfiniteQuery({
    ...foundRifffsQuery(props.asked),
    placeholderData: keepPreviousData,
  });
  return <ShareList query={query} what="The search" empty={<Nothing {...props} />} />;
}

type RowKind = Exclude<SearchKind, 'rifffs'>;

/** Rows of the pages of a kind, each once: what comes meanwhile moves others to the next page. */
function rowsOf(kind: RowKind, pages: readonly { readonly results: readonly unknown[] }[]) {
  const idOf = (one: unknown) =>
    kind === 'people'
      ? (one as { user_id: string }).user_id
      : kind === 'jams'
        ? (one as { id: string }).id
        : (one as { _id: string })._id;
  return onceEach(pages, ({ results }) => results, idOf);
}

function FoundRows(props: ResultsProps & { kind: RowKind }) {
  const { kind, asked } = props;
  const query = useInfiniteQuery({
    ...foundQuery(kind, asked),
    placeholderData: keepPreviousData,
  });
  const rows = rowsOf(kind, query.data?.pages ?? []);
  return (
    <QueryList
      query={query}
      what="The search"
      size="rows"
      skeleton={<RowsSkeleton />}
      isEmpty={rows.length === 0}
      empty={<Nothing {...props} />}
    >
      {listOf(kind, rows)}
    </QueryList>
  );
}

type Of<K extends RowKind> = NonNullable<SearchFound[K]>['results'];

function listOf(kind: RowKind, rows: readonly unknown[]): ReactNode {
  if (kind === 'loops') return <LoopRows loops={rows as Of<'loops'>} />;
  return (
    <ul>
      {kind === 'people'
        ? (rows as Of<'people'>).map((one) => <PersonRow key={one.user_id} person={one} />)
        : (rows as Of<'jams'>).map((one) => <JamRow key={one.id} jam={one} />)}
    </ul>
  );
}

/** Nothing of this kind: what there is instead, and what would let more in. */
function Nothing({ kind, asked, counts, onAsk }: ResultsProps) {
  const others = SEARCH_KINDS.filter((one) => one !== kind && (counts?.[one]?.total ?? 0) > 0);
  const isSilent = hasSound(asked) && (kind === 'people' || kind === 'jams');
  const what = KIND_TITLES[kind].toLowerCase();
  return (
    <ListState
      title={`No ${what} found`}
      action={
        <>
          {others.map((one) => (
            <Button key={one} size="sm" onClick={() => onAsk({ kind: one })}>
              {KIND_TITLES[one]}
            </Button>
          ))}
          {hasSound(asked) && (
            <Button size="sm" onClick={() => onAsk(withoutSound(asked))}>
              Any sound
            </Button>
          )}
        </>
      }
    >
      {isSilent
        ? `${KIND_TITLES[kind]} have no tempo, key or loops to be found by.`
        : others.length > 0
          ? 'Something else was found.'
          : asked.q === ''
            ? 'Nothing sounds like all of that together: ask for less of it.'
            : 'Try fewer words, or only how one of them begins.'}
    </ListState>
  );
}
