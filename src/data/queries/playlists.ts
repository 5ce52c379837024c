/** Playlists for the reader, and what can be done with them. */
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../client.ts';
import type { Reaction } from '../contract/chat.ts';
import { PLAYLIST_CALLS } from '../contract/clubCalls.ts';
import { PLAYLIST_PAGE } from '../contract/constants.ts';
import { ApiError } from '../contract/errors.ts';
import type { NewItemBody, Playlist, PlaylistItem } from '../contract/playlists.ts';
import {
  firstUnknown,
  type PlaylistView,
  withAnswer,
  withItem,
  withOrder,
  withoutItem,
} from '../rules/playlist/view.ts';
import { watchAccount } from './accountCache.ts';

const PLAYLISTS = 'playlists';
const FRESH_MS = 30_000;
/** Items that come at once where all of them are wanted; the server gives no more. */
const MOST_AT_ONCE = 100;

const keyOf = (id: string) => [PLAYLISTS, 'one', id] as const;

async function fetchItems(
  playlistId: string,
  skip: number,
  limit: number,
  signal?: AbortSignal,
): Promise<Playlist> {
  try {
    const query = { skip, limit };
    return (await call(PLAYLIST_CALLS.playlist, { params: { playlistId }, query }, signal))
      .playlist;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) console.error('Playlist not found');
    throw error;
  }
}

/** A playlist with its first items; `loadItems` brings the others. Fetched again, its order is the server's. */
export function playlistQuery(id: string, queries: QueryClient) {
  return queryOptions({
    queryKey: keyOf(id),
    queryFn: async ({ signal }): Promise<PlaylistView> => {
      const answer = await fetchItems(id, 0, PLAYLIST_PAGE, signal);
      // What was loaded while this was on its way is there by now.
      return withAnswer(queries.getQueryData<PlaylistView>(keyOf(id)), answer);
    },
    // Items are kept as they are, in a Map.
    structuralSharing: false,
    staleTime: FRESH_MS,
  });
}

function change(queries: QueryClient, id: string, by: (view: PlaylistView) => PlaylistView): void {
  queries.setQueryData<PlaylistView>(keyOf(id), (view) => view && by(view));
}

/** What became of loading items: specification, section 8. */
export interface ItemsLoaded {
  readonly ok: boolean;
  /** Items that came. */
  readonly loaded: number;
}

/**
 * Loads items of a playlist into what is known of it. Never rejects: a failure is `ok: false` with none loaded.
 *
 * @param skip items before them, for instance those that are loaded already
 * @param limit where they end, not how many
 */
export async function loadItems(
  queries: QueryClient,
  id: string,
  skip: number,
  limit = skip + PLAYLIST_PAGE,
): Promise<ItemsLoaded> {
  const isOfNow = watchAccount(queries);
  try {
    const answer = await fetchItems(id, skip, limit);
    if (!isOfNow()) return { ok: false, loaded: 0 };
    queries.setQueryData<PlaylistView>(keyOf(id), (view) => withAnswer(view, answer));
    return { ok: true, loaded: answer.items.length };
  } catch {
    return { ok: false, loaded: 0 };
  }
}

/** Loads whatever is missing, in as few calls as can be, until all is there or a call fails. */
export async function loadAllItems(
  queries: QueryClient,
  id: string,
): Promise<PlaylistView | undefined> {
  const key = keyOf(id);
  if (!queries.getQueryData<PlaylistView>(key)) await loadItems(queries, id, 0, MOST_AT_ONCE);
  for (;;) {
    const view = queries.getQueryData<PlaylistView>(key);
    const missing = view ? firstUnknown(view) : -1;
    if (missing < 0) return view;
    const { ok, loaded } = await loadItems(queries, id, missing, missing + MOST_AT_ONCE);
    if (!ok || loaded === 0) return queries.getQueryData<PlaylistView>(key);
  }
}

/** Playlists of the account, the newest change first. @param withClubs also those of clubs that it may add to */
export function myPlaylistsQuery(withClubs: boolean) {
  return queryOptions({
    queryKey: [PLAYLISTS, 'mine', withClubs],
    queryFn: async ({ signal }) => {
      const query = { clubs: withClubs ? 'true' : 'false' };
      return (await call(PLAYLIST_CALLS.myPlaylists, { query }, signal)).playlists;
    },
    staleTime: FRESH_MS,
  });
}

/** Playlists of a person that the reader may read. */
export function playlistsOfQuery(userId: string) {
  return queryOptions({
    queryKey: [PLAYLISTS, 'of', userId],
    queryFn: async ({ signal }) =>
      (await call(PLAYLIST_CALLS.playlistsOf, { params: { id: userId } }, signal)).playlists,
    staleTime: FRESH_MS,
  });
}

/** Lists of playlists are read anew; the playlists themselves stay. */
function renewLists(queries: QueryClient): void {
  void queries.invalidateQueries({
    queryKey: [PLAYLISTS],
    predicate: ({ queryKey }) => queryKey[1] !== 'one',
  });
  // A club lists its own.
  void queries.invalidateQueries({ queryKey: ['clubs'] });
}

/** A failed change of an item that is gone is told apart. */
function noted<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) {
      console.error('Item not found in playlist');
    }
    throw error;
  });
}

export type NewPlaylist = CallInput<'createPlaylist'>['body'] & { readonly clubId?: string };

/** Makes a playlist, of a club where one is named. Fails with the ApiError of the call. */
export function useCreatePlaylist() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ clubId, ...body }: NewPlaylist) =>
      (clubId === undefined
        ? await call(PLAYLIST_CALLS.createPlaylist, { body })
        : await call(PLAYLIST_CALLS.createClubPlaylist, { params: { clubId }, body })
      ).playlist,
    onSuccess: () => renewLists(queries),
  });
}

export type PlaylistChange = CallInput<'changePlaylist'>['body'];

/** Changes what a playlist is called and for whom it is. Fails with the ApiError of the call. */
export function useChangePlaylist(id: string) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: PlaylistChange) =>
      call(PLAYLIST_CALLS.changePlaylist, { params: { playlistId: id }, body }),
    onSuccess: ({ playlist }) => {
      change(queries, id, (view) => withAnswer(view, playlist));
      renewLists(queries);
    },
  });
}

/** Deletes a playlist. Fails with the ApiError of the call. */
export function useRemovePlaylist(id: string) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: () =>
      call(PLAYLIST_CALLS.removePlaylist, { params: { playlistId: id } }).catch(
        (error: unknown) => {
          // Gone is gone.
          if (!(error instanceof ApiError && error.status === 404)) throw error;
        },
      ),
    onSuccess: () => {
      queries.removeQueries({ queryKey: keyOf(id) });
      renewLists(queries);
    },
  });
}

/** Puts something at the end of a playlist. @throws ApiError */
export async function addItem(
  queries: QueryClient,
  id: string,
  body: NewItemBody,
): Promise<PlaylistItem> {
  const isOfNow = watchAccount(queries);
  const params = { playlistId: id };
  const { item } = await call(PLAYLIST_CALLS.addItem, { params, body });
  if (isOfNow()) {
    change(queries, id, (view) => withItem(view, item));
    renewLists(queries);
  }
  return item;
}

/** Takes an item out; one that is gone already is out. @throws ApiError */
export async function removeItem(queries: QueryClient, id: string, itemId: string): Promise<void> {
  const isOfNow = watchAccount(queries);
  const params = { playlistId: id, itemId };
  await noted(call(PLAYLIST_CALLS.removeItem, { params })).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
  if (!isOfNow()) return;
  change(queries, id, (view) => withoutItem(view, itemId));
  renewLists(queries);
}

/** Asks for another order; what the server made of it is taken. @throws ApiError */
export async function orderItems(
  queries: QueryClient,
  id: string,
  wish: readonly string[],
): Promise<void> {
  const isOfNow = watchAccount(queries);
  const params = { playlistId: id };
  const { order } = await call(PLAYLIST_CALLS.orderItems, { params, body: { order: [...wish] } });
  if (!isOfNow()) return;
  change(queries, id, (view) => withOrder(view, order));
  // Another person put something in or took it out.
  const view = queries.getQueryData<PlaylistView>(keyOf(id));
  if (
    view &&
    (view.order.length !== order.length || order.some((id) => !view.order.includes(id)))
  ) {
    void queries.invalidateQueries({ queryKey: keyOf(id) });
  }
  renewLists(queries);
}

/** How often an item is played, and over how many bars it fades out. */
export interface ItemChange {
  readonly itemId: string;
  readonly loopCount?: number;
  readonly fadeOut?: number;
}

/** Changes how an item is played. Fails with the ApiError of the call. */
export function useChangeItem(id: string) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ itemId, ...body }: ItemChange) => {
      const params = { playlistId: id, itemId };
      return noted(call(PLAYLIST_CALLS.changeItem, { params, body }));
    },
    onSuccess: ({ item }) => change(queries, id, (view) => withItem(view, item)),
  });
}

/** Reacts to an item, or takes it back. Fails with the ApiError of the call. */
export function useReactToItem(id: string) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (wish: { itemId: string; reaction: Reaction; isMade: boolean }) => {
      const { itemId, reaction, isMade } = wish;
      const params = { playlistId: id, itemId };
      return noted(
        isMade
          ? call(PLAYLIST_CALLS.reactToItem, { params, body: { reaction } })
          : call(PLAYLIST_CALLS.unreactToItem, { params: { ...params, reaction } }),
      );
    },
    onSuccess: ({ reactions }, { itemId }) =>
      change(queries, id, (view) => {
        const item = view.known.get(itemId);
        return item ? withItem(view, { ...item, reactions }) : view;
      }),
  });
}
