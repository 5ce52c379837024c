import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ImportedName } from '../../../data/contract/accountOptions.ts';
import type { TreeNode } from '../../../data/contract/jams.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { rifffsQuery } from '../../../data/queries/jams.ts';
import { type HistoryQuery, jamTreeQuery } from '../../../data/queries/rooms.ts';
import {
  EVERYTHING,
  type HistoryChoice,
  historyQuery,
  isNarrowed,
  treeNumbers,
  treeOf,
} from '../../../data/rules/jam/historyFilter.ts';
import { useReader } from '../../parts/shares/useReader.ts';

const NONE: HistoryQuery = {};
const NO_RIFFFS: readonly Rifff[] = [];
/** Asked for at once, at most. */
const CHUNK = 100;

/** A whole tree, page after page; null before the first has come. */
function useTree(jamId: string, filter: HistoryQuery, enabled: boolean) {
  const query = useInfiniteQuery({ ...jamTreeQuery(jamId, filter), enabled });
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const pages = data?.pages;
  return {
    tree: useMemo(() => (pages ? treeOf<TreeNode>(pages) : null), [pages]),
    isWhole: pages !== undefined && !hasNextPage,
  };
}

/** Who made the rifffs of a tree, with what they were called where it was imported from. */
function makersOf(tree: readonly TreeNode[]): ReadonlyMap<string, ImportedName | undefined> {
  const makers = new Map(tree.map(({ user, importedName }) => [user, importedName] as const));
  // A removed rifff leaves a node without a maker.
  makers.delete('');
  return makers;
}

/** The tree of a jam, narrowed as wished, and the rifffs of it that were asked for by id. */
export function useJamTree(jamId: string, enabled: boolean) {
  const reader = useReader();
  const queries = useQueryClient();
  const [filter, setFilter] = useState<HistoryChoice>(EVERYTHING);
  const asked = useMemo(() => historyQuery(filter, reader), [filter, reader]);
  const isFiltered = isNarrowed(filter);
  const { tree: all, isWhole } = useTree(jamId, NONE, enabled);
  const { tree: some } = useTree(jamId, asked, enabled && isFiltered);
  const [held, setHeld] = useState<{ jamId: string; rifffs: readonly Rifff[] } | null>(null);
  const pending = useRef(new Set<string>());
  const need = useCallback(
    (ids: readonly string[]) => {
      const fresh = ids.filter((id) => !pending.current.has(`${jamId}/${id}`)).slice(0, CHUNK);
      if (fresh.length === 0) return;
      const marks = fresh.map((id) => `${jamId}/${id}`);
      for (const mark of marks) pending.current.add(mark);
      queries.fetchQuery(rifffsQuery(fresh.map((rifffId) => ({ jamId, rifffId })))).then(
        (found) =>
          setHeld((before) => ({
            jamId,
            rifffs: [...(before?.jamId === jamId ? before.rifffs : []), ...found.values()],
          })),
        // Asked for again when it comes into sight again.
        () => {
          for (const mark of marks) pending.current.delete(mark);
        },
      );
    },
    [jamId, queries],
  );
  const numbers = useMemo(
    () => (all && isWhole ? treeNumbers(all, all.length) : new Map<string, number>()),
    [all, isWhole],
  );
  const makers = useMemo(() => makersOf(all ?? []), [all]);
  const matches = useMemo(
    () => (isFiltered && some ? new Set(some.map(({ id }) => id)) : null),
    [isFiltered, some],
  );
  return {
    tree: all,
    matches,
    numbers,
    makers,
    filter,
    setFilter,
    need,
    extra: held?.jamId === jamId ? held.rifffs : NO_RIFFFS,
  };
}
