/** Rooms: the lobby, who is in them, their codes, and what is done to them. Keys begin as those of `jams.ts`. */

import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../client.ts';
import { JAM_CALLS, MEMBER_CALLS } from '../contract/calls.ts';
import { LOBBY_PAGE } from '../contract/constants.ts';
import type { JamAccess } from '../contract/jams.ts';
import type { CodePurpose } from '../contract/members.ts';
import { nextSkip } from '../rules/pages.ts';
import { sendForm } from '../sendForm.ts';
import { refreshJams } from './jams.ts';

const JAMS = 'jams';
const TREE_NODES = 2000;
/** The lobby shows what happens now: it is asked again while visible. */
const LOBBY_MS = 20_000;
const FRESH_MS = 30_000;
/** Without a network a change fails at once and says so; it does not wait for one. */
const AT_ONCE = { networkMode: 'always' } as const;

export interface LobbyFilter {
  /** Words of name, description or owner; '' for all. */
  search: string;
  isLive: boolean;
}

/** Open rooms, live ones first, page by page; asked again every 20 s. */
export function lobbyQuery({ search, isLive }: LobbyFilter) {
  return infiniteQueryOptions({
    queryKey: [JAMS, 'lobby', search, isLive],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        MEMBER_CALLS.lobby,
        { query: { search, live: isLive || undefined, skip: pageParam, limit: LOBBY_PAGE } },
        signal,
      ),
    getNextPageParam: (_, pages) => nextSkip(pages, ({ jams }) => jams),
    placeholderData: keepPreviousData,
    refetchInterval: LOBBY_MS,
    staleTime: LOBBY_MS / 2,
  });
}

/** Members of a room and its guests, its owner first. @throws ApiError not_found where they may not be read */
export function membersQuery(jamId: string) {
  return queryOptions({
    queryKey: [JAMS, jamId, 'members'],
    queryFn: async ({ signal }) =>
      (await call(MEMBER_CALLS.members, { params: { id: jamId } }, signal)).members,
    staleTime: FRESH_MS,
  });
}

/** Codes of a room, for its owner. */
export function invitesQuery(jamId: string) {
  return queryOptions({
    queryKey: [JAMS, jamId, 'codes'],
    queryFn: async ({ signal }) =>
      (await call(MEMBER_CALLS.invites, { params: { id: jamId } }, signal)).codes,
    staleTime: FRESH_MS,
  });
}

/** What a code leads to. @throws ApiError not_found for one that leads nowhere (any more) */
export function jamByCodeQuery(code: string) {
  return queryOptions({
    queryKey: [JAMS, 'code', code.toUpperCase()],
    queryFn: ({ signal }) => call(MEMBER_CALLS.jamByCode, { params: { code } }, signal),
    staleTime: FRESH_MS,
    retry: false,
  });
}

/** What a history is narrowed to, as the calls take it; undefined parts narrow nothing. */
export interface HistoryQuery {
  by?: string;
  category?: string;
  minBps?: string;
  maxBps?: string;
  root?: number;
  scale?: number;
  loopsOf?: string;
}

/** The history of a jam as nodes of its tree, newest first, two thousand at a time. */
export function jamTreeQuery(jamId: string, filter: HistoryQuery) {
  return infiniteQueryOptions({
    queryKey: [JAMS, jamId, 'tree', filter],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        JAM_CALLS.jamTree,
        {
          params: { id: jamId },
          query: { ...filter, limit: TREE_NODES, fromCreatedTime: pageParam },
        },
        signal,
      ),
    // The time of the oldest is in the next page too, so that of the same millisecond none is passed over.
    getNextPageParam: (last, pages) => {
      const oldest = last.nodes.at(-1);
      const known = new Set(pages.slice(0, -1).flatMap(({ nodes }) => nodes.map(({ id }) => id)));
      const isNew = last.nodes.some(({ id }) => !known.has(id));
      return last.isLast || !oldest || !isNew ? undefined : oldest.created + 1;
    },
    staleTime: FRESH_MS,
  });
}

export interface NewRoom {
  name: string;
  description: string;
  access: JamAccess;
}

/** Makes a room; answers its id. Fails with the ApiError of the call. */
export function useCreateRoom() {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: (body: NewRoom) => call(MEMBER_CALLS.createJam, { body }),
    onSuccess: () => void refreshJams(queries),
  });
}

/** What is left out stays as it is. */
export interface RoomChanges extends Partial<NewRoom> {
  barLength?: number;
  guests?: { mayAnswer: boolean; mayChat: boolean };
}

/** What the owner of a room does to it. Each fails with the ApiError of its call. */
export function useRoomChanges(jamId: string) {
  const queries = useQueryClient();
  const params = { id: jamId };
  const shared = { ...AT_ONCE, onSuccess: () => refreshJams(queries) };
  const change = useMutation({
    ...shared,
    mutationFn: (body: RoomChanges) => call(MEMBER_CALLS.changeJam, { params, body }),
  });
  /** A picture as the cover, null for none. */
  const cover = useMutation({
    ...shared,
    mutationFn: (image: Blob | null) => {
      if (!image) return call(MEMBER_CALLS.removeJamCover, { params });
      const form = new FormData();
      form.append('image', image);
      return sendForm(MEMBER_CALLS.jamCover, { params }, form);
    },
  });
  const remove = useMutation({
    ...shared,
    mutationFn: (userId: string) =>
      call(MEMBER_CALLS.removeMember, { params: { ...params, userId } }),
  });
  return { change, cover, remove };
}

/** Makes codes of a room and takes them back. Each fails with the ApiError of its call. */
export function useInviteChanges(jamId: string) {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: invitesQuery(jamId).queryKey });
  const make = useMutation({
    ...AT_ONCE,
    mutationFn: (body: { purpose: CodePurpose; note: string; days: number | null }) =>
      call(MEMBER_CALLS.makeInvite, { params: { id: jamId }, body }),
    onSuccess,
  });
  const end = useMutation({
    ...AT_ONCE,
    mutationFn: (code: string) => call(MEMBER_CALLS.endInvite, { params: { id: jamId, code } }),
    onSuccess,
  });
  return { make, end };
}

/** Joins a public room, and leaves one. Each fails with the ApiError of its call. */
export function useMembership(jamId: string) {
  const queries = useQueryClient();
  const shared = { ...AT_ONCE, onSuccess: () => refreshJams(queries) };
  const join = useMutation({
    ...shared,
    mutationFn: () => call(MEMBER_CALLS.joinJam, { params: { id: jamId }, body: {} }),
  });
  const leave = useMutation({
    ...shared,
    mutationFn: () => call(MEMBER_CALLS.leaveJam, { params: { id: jamId } }),
  });
  return { join, leave };
}

/**
 * Joins by a code: as who is signed in, else as a guest by a name. Answers the jam and, for a new guest, the session to
 * take. Fails with the ApiError of the call.
 */
export function useJoinByCode() {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: ({ code, guestName }: { code: string; guestName?: string }) => {
      const body = guestName === undefined ? {} : { guestName };
      return call(MEMBER_CALLS.joinByCode, { params: { code }, body });
    },
    onSuccess: () => refreshJams(queries),
  });
}

/** Rifffs that the account hid from itself. */
export const hiddenRifffsQuery = queryOptions({
  queryKey: [JAMS, 'hidden'],
  queryFn: async ({ signal }) => (await call(JAM_CALLS.hiddenRifffs, {}, signal)).hidden,
  staleTime: FRESH_MS,
});

/** Reports, hides, shows and removes a rifff of a jam. Each fails with the ApiError of its call. */
export function useRifffDeeds(jamId: string, rifffId: string) {
  const queries = useQueryClient();
  const params = { id: jamId, rifffId };
  const renew = () => refreshJams(queries);
  const report = useMutation({
    ...AT_ONCE,
    mutationFn: (reason: string) => call(JAM_CALLS.reportRifff, { params, body: { reason } }),
  });
  const hide = useMutation({
    ...AT_ONCE,
    mutationFn: (isHidden: boolean) =>
      isHidden ? call(JAM_CALLS.hideRifff, { params }) : call(JAM_CALLS.unhideRifff, { params }),
    onSuccess: renew,
  });
  const remove = useMutation({
    ...AT_ONCE,
    mutationFn: () => call(JAM_CALLS.removeRifff, { params }),
    onSuccess: renew,
  });
  return { report, hide, remove };
}
