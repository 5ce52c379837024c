/** Looks: the gallery, those of people and of rooms, and what is done to them. */
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { type CallInput, call } from '../client.ts';
import { ApiError } from '../contract/errors.ts';
import { LOOK_CALLS } from '../contract/lookCalls.ts';
import type { LookOrder, SavedLook } from '../contract/savedLooks.ts';
import { nextSkip } from '../rules/pages.ts';

const LOOKS = 'looks';
const FRESH_MS = 30_000;
/** Without a network a change fails at once and says so; it does not wait for one. */
const AT_ONCE = { networkMode: 'always' } as const;

const keyOf = (lookId: string) => [LOOKS, 'one', lookId] as const;

/** Public looks, page by page. */
export function looksQuery(order: LookOrder) {
  return infiniteQueryOptions({
    queryKey: [LOOKS, 'all', order],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(LOOK_CALLS.looks, { query: { order, skip: pageParam } }, signal),
    getNextPageParam: (_, pages) => nextSkip(pages, ({ looks }) => looks),
    staleTime: FRESH_MS,
  });
}

/** Looks of the account, what was changed last first. */
export const myLooksQuery = queryOptions({
  queryKey: [LOOKS, 'mine'],
  queryFn: async ({ signal }) => (await call(LOOK_CALLS.myLooks, {}, signal)).looks,
  staleTime: FRESH_MS,
});

/** Public looks of a person, the newest first; of oneself all. */
export function looksOfQuery(userId: string) {
  return queryOptions({
    queryKey: [LOOKS, 'of', userId],
    queryFn: async ({ signal }) =>
      (await call(LOOK_CALLS.looksOf, { params: { id: userId } }, signal)).looks,
    staleTime: FRESH_MS,
  });
}

/** A saved look. @throws ApiError not_found where it is gone, or not for the reader */
export function lookQuery(lookId: string) {
  return queryOptions({
    queryKey: keyOf(lookId),
    queryFn: async ({ signal }) =>
      (await call(LOOK_CALLS.look, { params: { lookId } }, signal)).look,
    staleTime: FRESH_MS,
  });
}

/** Looks that the stages of a jam may use, in order; none where all of the house are there. */
export function roomLooksQuery(jamId: string) {
  return queryOptions({
    queryKey: [LOOKS, 'room', jamId],
    queryFn: async ({ signal }) =>
      (await call(LOOK_CALLS.roomLooks, { params: { id: jamId } }, signal)).looks,
    staleTime: FRESH_MS,
  });
}

/** Lists of looks are read anew; looks and rooms stay as they are. */
function renewLists(queries: QueryClient): void {
  void queries.invalidateQueries({
    queryKey: [LOOKS],
    predicate: ({ queryKey }) => queryKey[1] !== 'one' && queryKey[1] !== 'room',
  });
}

function takeLook(queries: QueryClient, look: SavedLook): void {
  queries.setQueryData(lookQuery(look.id).queryKey, look);
  renewLists(queries);
}

export type NewLook = CallInput<'makeLook'>['body'];

/** Keeps a look; answers it. Fails with the ApiError of the call. */
export function useMakeLook() {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: async (body: NewLook) => (await call(LOOK_CALLS.makeLook, { body })).look,
    onSuccess: (look) => takeLook(queries, look),
  });
}

export type LookChanges = CallInput<'changeLook'>['body'];

/** Changes a look, or who sees it; answers it. Fails with the ApiError of the call. */
export function useChangeLook(lookId: string) {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: async (body: LookChanges) =>
      (await call(LOOK_CALLS.changeLook, { params: { lookId }, body })).look,
    onSuccess: (look) => takeLook(queries, look),
  });
}

/** Deletes a look; one that is gone already is deleted. Fails with the ApiError of the call. */
export function useRemoveLook(lookId: string) {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: () =>
      call(LOOK_CALLS.removeLook, { params: { lookId } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }),
    onSuccess: () => {
      queries.removeQueries({ queryKey: keyOf(lookId) });
      renewLists(queries);
    },
  });
}

/** Tells the moderators of a public look. @throws ApiError */
export async function reportLook(lookId: string, reason: string): Promise<void> {
  await call(LOOK_CALLS.reportLook, { params: { lookId }, body: { reason } });
}

/** In how many jams looks are used has changed. */
function renewCounts(queries: QueryClient): void {
  void queries.invalidateQueries({
    queryKey: [LOOKS],
    predicate: ({ queryKey }) => queryKey[1] !== 'room',
  });
}

/** Chooses the looks of a jam by their keys, in order. Fails with the ApiError of the call. */
export function useSetRoomLooks(jamId: string) {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: async (keys: readonly string[]) => {
      const body = { keys: [...keys] };
      return (await call(LOOK_CALLS.setRoomLooks, { params: { id: jamId }, body })).looks;
    },
    onSuccess: (looks) => {
      queries.setQueryData(roomLooksQuery(jamId).queryKey, looks);
      renewCounts(queries);
    },
  });
}

/**
 * Puts one look to the end of those of a jam, or takes it out. What the jam has is asked first, so that looks which were
 * chosen elsewhere meanwhile stay. Fails with the ApiError of the calls.
 */
export function useRoomLook(jamId: string, key: string) {
  const queries = useQueryClient();
  const { mutateAsync } = useSetRoomLooks(jamId);
  return useMutation({
    ...AT_ONCE,
    mutationFn: async (isUsed: boolean) => {
      const looks = await queries.fetchQuery({ ...roomLooksQuery(jamId), staleTime: 0 });
      const others = looks.map((one) => one.key).filter((one) => one !== key);
      if (isUsed && others.length < looks.length) return looks;
      return mutateAsync(isUsed ? [...others, key] : others);
    },
  });
}
