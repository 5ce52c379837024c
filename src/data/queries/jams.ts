/** Jams and their rifffs, for the reader. */

import {
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { call } from '../client.ts';
import { JAM_CALLS } from '../contract/calls.ts';
import { RIFFF_LIST_PAGE } from '../contract/constants.ts';
import type { Rifff } from '../contract/rifff.ts';

const JAMS = 'jams';
const FRESH_MS = 30_000;

/** Jams of the account, the personal one first. */
export const myJamsQuery = queryOptions({
  queryKey: [JAMS, 'mine'],
  queryFn: async ({ signal }) => (await call(JAM_CALLS.myJams, {}, signal)).jams,
  staleTime: FRESH_MS,
});

/** The same, each with its newest rifff, to be shown by it. */
export const myHeardJamsQuery = queryOptions({
  queryKey: [JAMS, 'mine', 'newest'],
  queryFn: async ({ signal }) =>
    (await call(JAM_CALLS.myJams, { query: { newest: true } }, signal)).jams,
  staleTime: FRESH_MS,
});

/** A jam by its id or long id. */
export function jamQuery(id: string) {
  return queryOptions({
    queryKey: [JAMS, id],
    queryFn: ({ signal }) => call(JAM_CALLS.jam, { params: { id } }, signal),
    staleTime: FRESH_MS,
  });
}

interface RifffPage {
  rifffs: readonly Rifff[];
  total: number;
}

const OLDEST_FIRST = (a: Rifff, b: Rifff) => a.created - b.created || (a._id < b._id ? -1 : 1);

/** The rifffs of pages together, oldest first, each once. */
export function rifffsOf(pages: readonly Pick<RifffPage, 'rifffs'>[]): Rifff[] {
  const byId = new Map(pages.flatMap(({ rifffs }) => rifffs).map((rifff) => [rifff._id, rifff]));
  return [...byId.values()].sort(OLDEST_FIRST);
}

/**
 * Rifffs of a jam, newest first, page by page into the past. A page begins at the time of the last rifff of
 * the one before, that time included: of rifffs of the same millisecond none is passed over.
 */
export function jamRifffsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [JAMS, id, 'rifffs'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }): Promise<RifffPage> =>
      call(
        JAM_CALLS.jamRifffs,
        { params: { id }, query: { pageSize: RIFFF_LIST_PAGE, fromCreatedTime: pageParam } },
        signal,
      ),
    getNextPageParam: (last, pages) => {
      const oldest = last.rifffs.at(-1);
      const known = rifffsOf(pages.slice(0, -1));
      const isOver = last.rifffs.every(({ _id }) => known.some((rifff) => rifff._id === _id));
      return !oldest || isOver || last.rifffs.length < RIFFF_LIST_PAGE
        ? undefined
        : oldest.created + 1;
    },
    staleTime: FRESH_MS,
  });
}

/**
 * Fetches again what the page shows of jams: something new has arrived. What is being fetched for the first time is
 * begun anew, since it may have been answered before; invalidating alone would let that answer stand.
 */
export async function refreshJams(queries: QueryClient): Promise<void> {
  const isFirst = { queryKey: [JAMS], predicate: ({ state }: Query) => state.data === undefined };
  await queries.cancelQueries(isFirst);
  await queries.invalidateQueries({ queryKey: [JAMS] });
}

/**
 * Forgets all that was read of a jam: its page, history, people, codes and talk. Whatever still shows it asks again.
 *
 * @param ids both of its ids
 */
export function forgetJam(queries: QueryClient, ids: readonly string[]): void {
  const isOf = (part: unknown): boolean =>
    typeof part === 'string'
      ? ids.some((id) => part === id || part.startsWith(`${id}/`))
      : Array.isArray(part) && part.some(isOf);
  const predicate = ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey.some(isOf);
  void queries.cancelQueries({ predicate });
  queries.removeQueries({ predicate });
}

/** What a rifff came from and what came from it. */
export function lineageQuery(jamId: string, rifffId: string) {
  return queryOptions({
    queryKey: ['rifff', 'lineage', jamId, rifffId],
    queryFn: ({ signal }) =>
      call(JAM_CALLS.rifffLineage, { params: { id: jamId, rifffId } }, signal),
    staleTime: 30_000,
  });
}

/** Several rifffs with their loops, by id; those that cannot be read are missing. At most 100. */
export function rifffsQuery(keys: readonly { jamId: string; rifffId: string }[]) {
  return queryOptions({
    queryKey: ['rifff', 'several', keys.map(({ jamId, rifffId }) => `${jamId}/${rifffId}`)],
    queryFn: async ({ signal }) => {
      const { rifffs } = await call(
        JAM_CALLS.rifffsQuery,
        { body: { rifffs: keys.map(({ jamId, rifffId }) => ({ jamId, rifffId })) } },
        signal,
      );
      return new Map<string, Rifff>(rifffs.map((rifff) => [rifff._id, rifff]));
    },
    enabled: keys.length > 0,
    // Rifffs never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
