/** The queue as a page plays it: filled from its source, with the documents of what is near. */
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { ApiError } from '../../data/contract/errors.ts';
import { shareQuery } from '../../data/queries/feed.ts';
import { rifffsQuery } from '../../data/queries/jams.ts';
import {
  entryOfRifff,
  entryOfShare,
  type ListenEntry,
  type ListenRef,
} from '../../data/rules/listening/entry.ts';
import { type ListenSource, listenSearch } from '../../data/rules/listening/listenSource.ts';
import {
  entryOf,
  fillQueue,
  forgetInQueue,
  learnEntries,
  listenQueue,
  queueFrom,
  queueIsOf,
} from '../../data/stores/listenQueue.ts';
import { session } from '../../data/stores/session.ts';
import { useReader } from '../parts/shares/useReader.ts';

/** So many before and after what is heard are there with their documents. */
const BEFORE = 3;
const AFTER = 4;

export interface ListenRow {
  readonly now: ListenEntry | null;
  readonly next: readonly ListenRef[];
  /** The last of them last. */
  readonly heard: readonly ListenRef[];
  /** What may be played from here: before, now and after, as far as it is known. Each rifff once. */
  readonly near: readonly ListenEntry[];
  /** Documents of it are on their way. */
  readonly isFetching: boolean;
  /** Asks again for the documents that did not come. */
  refetch(): void;
}

/** @param entries what the source has */
export function useListenRow(source: ListenSource, entries: readonly ListenEntry[]): ListenRow {
  const reader = useReader();
  const { row, known } = useSnapshot(listenQueue) as unknown as typeof listenQueue;
  const { status } = useSnapshot(session);
  const search = listenSearch(source);
  useEffect(() => {
    if (status !== 'unknown') queueIsOf(reader);
  }, [status, reader]);
  useEffect(() => queueFrom(search), [search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row may have room for more
  useEffect(() => {
    if (listenQueue.source === search) fillQueue(entries);
  }, [entries, search, row, status]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: documents come in with `known`
  const { near, missing } = useMemo(() => {
    const coming = new Set([row.now?.key, ...row.next.map(({ key }) => key)]);
    const before = row.heard.filter(({ key }) => !coming.has(key)).slice(-BEFORE);
    const after = row.next.slice(0, AFTER);
    // Of few the one before comes again further down: going back needs it all the same.
    const last = row.heard.at(-1);
    const shown = new Set([row.now?.key, ...[...before, ...after].map(({ key }) => key)]);
    const isFar = last !== undefined && !shown.has(last.key);
    const refs = [...before, ...(row.now ? [row.now] : []), ...after, ...(isFar ? [last] : [])];
    return {
      near: refs.flatMap(({ key }) => entryOf(key) ?? []),
      missing: refs.filter(({ key }) => !entryOf(key)),
    };
  }, [row, known]);
  const coming = useMissing(missing);
  const now = (row.now && entryOf(row.now.key)) ?? null;
  return { now, next: row.next, heard: row.heard, near, ...coming };
}

/** Fetches the documents of references that were kept on the device or put in by another page. */
function useMissing(refs: readonly ListenRef[]): Pick<ListenRow, 'isFetching' | 'refetch'> {
  const shared = refs.filter(({ shareId }) => shareId !== null);
  const others = refs.filter(({ shareId }) => shareId === null);
  const shares = useQueries({
    queries: shared.map(({ shareId }) => ({ ...shareQuery(shareId!), retry: 1 })),
  });
  const rifffs = useQueries({
    queries: others.map(({ jamId, key }) => rifffsQuery([{ jamId, rifffId: key }])),
  });
  useEffect(() => {
    shares.forEach(({ data, error }, at) => {
      const ref = shared[at];
      if (!ref) return;
      if (data && data.rifff.loops.length > 0) learnEntries([entryOfShare(data, ref.part)]);
      else if (data || (error instanceof ApiError && error.status === 404)) forgetInQueue(ref.key);
    });
    rifffs.forEach(({ data }, at) => {
      const ref = others[at];
      if (!ref || !data) return;
      const rifff = data.get(ref.key);
      if (!rifff || rifff.loops.length === 0) forgetInQueue(ref.key);
      else learnEntries([entryOfRifff(rifff, ref.jamId, ref.title, ref.by, ref.part)]);
    });
  });
  const all = [...shares, ...rifffs];
  return {
    isFetching: all.some(({ fetchStatus }) => fetchStatus === 'fetching'),
    refetch: () => all.forEach(({ refetch }) => void refetch()),
  };
}
