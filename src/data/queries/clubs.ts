/** Clubs for the reader: the directory, one's own, the page of one, who is in it, its codes and tracks. */

import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { call, type DataOf } from '../client.ts';
import { CLUB_CALLS } from '../contract/clubCalls.ts';
import type { ClubPage } from '../contract/clubs.ts';
import { CLUB_MEMBERS_PAGE, CLUBS_PAGE } from '../contract/constants.ts';
import { nextSkip } from '../rules/pages.ts';
import { refreshJams } from './jams.ts';

const CLUBS = 'clubs';
/** Clubs show who is there now: they are asked again while visible. */
const PRESENCE_MS = 20_000;
const FRESH_MS = 30_000;

export interface ClubsFilter {
  /** Words of name or description; '' for all. */
  search: string;
  isLive: boolean;
}

/** Open clubs, those with the newest rifff first, page by page; asked again every 20 s. */
export function clubsQuery({ search, isLive }: ClubsFilter) {
  return infiniteQueryOptions({
    queryKey: [CLUBS, 'all', search, isLive],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        CLUB_CALLS.clubs,
        { query: { search, live: isLive || undefined, skip: pageParam, limit: CLUBS_PAGE } },
        signal,
      ),
    getNextPageParam: (_, pages) => nextSkip(pages, ({ clubs }) => clubs),
    placeholderData: keepPreviousData,
    refetchInterval: PRESENCE_MS,
    staleTime: PRESENCE_MS / 2,
  });
}

/** Clubs that the account is in, those with the newest rifff first. */
export const myClubsQuery = queryOptions({
  queryKey: [CLUBS, 'mine'],
  queryFn: async ({ signal }) => (await call(CLUB_CALLS.myClubs, {}, signal)).clubs,
  refetchInterval: PRESENCE_MS,
  staleTime: PRESENCE_MS / 2,
});

const clubKey = (id: string) => [CLUBS, 'one', id] as const;

/** A club as its page shows it, asked again every 20 s. @throws ApiError not_found where it may not be read */
export function clubQuery(id: string) {
  return queryOptions({
    queryKey: [...clubKey(id), 'page'],
    queryFn: ({ signal }) => call(CLUB_CALLS.club, { params: { id } }, signal),
    refetchInterval: ({ state }) => (state.error === null ? PRESENCE_MS : false),
    staleTime: PRESENCE_MS / 2,
  });
}

/** The club that a code opens. @throws ApiError not_found for one that opens none (any more) */
export function clubByCodeQuery(code: string) {
  return queryOptions({
    queryKey: [CLUBS, 'code', code],
    queryFn: ({ signal }) => call(CLUB_CALLS.clubByCode, { params: { code } }, signal),
    staleTime: FRESH_MS,
    retry: false,
  });
}

/** Who is in a club, page by page: its owner, then moderators, then members. */
export function clubMembersQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...clubKey(id), 'members'],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        CLUB_CALLS.clubMembers,
        { params: { id }, query: { skip: pageParam, limit: CLUB_MEMBERS_PAGE } },
        signal,
      ),
    getNextPageParam: (_, pages) => nextSkip(pages, ({ members }) => members),
    staleTime: FRESH_MS,
  });
}

/** Codes of a club, the newest first; for its owner and moderators. */
export function clubCodesQuery(id: string) {
  return queryOptions({
    queryKey: [...clubKey(id), 'codes'],
    queryFn: async ({ signal }) =>
      (await call(CLUB_CALLS.clubCodes, { params: { id } }, signal)).codes,
    staleTime: FRESH_MS,
  });
}

/** Tracks of the channels that the reader hears, newest first, page by page into the past. */
export function clubTracksQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...clubKey(id), 'tracks'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        CLUB_CALLS.clubTracks,
        { params: { id }, query: { fromCreatedTime: pageParam } },
        signal,
      ),
    getNextPageParam: ({ isLast, tracks }) => (isLast ? undefined : tracks.at(-1)?.created),
    staleTime: FRESH_MS,
  });
}

/** Everything of a club that the caller may read, as one document. @throws ApiError */
export const exportClub = (id: string) => call(CLUB_CALLS.exportClub, { params: { id } });

/** Tells the moderators of this server about a club. @throws ApiError */
export const reportClub = (id: string, reason: string) =>
  call(CLUB_CALLS.reportClub, { params: { id }, body: { reason } });

/** Fetches again what the page shows of clubs, and of the jams that are their channels. */
export async function refreshClubs(queries: QueryClient): Promise<void> {
  await Promise.all([queries.invalidateQueries({ queryKey: [CLUBS] }), refreshJams(queries)]);
}

/** Puts a club in place as a call has answered it. */
export function setClub(queries: QueryClient, club: ClubPage): void {
  queries.setQueryData(clubQuery(club.id).queryKey, club);
}

type Members = InfiniteData<DataOf<'clubMembers'>>;
type Member = DataOf<'clubMembers'>['members'][number];

/**
 * Shows a club otherwise at once, while a call is under way: its page, and each of its members (null takes one out).
 * @returns what puts everything back as it was
 */
export async function showClub(
  queries: QueryClient,
  id: string,
  page: (club: ClubPage) => ClubPage,
  member: (one: Member) => Member | null,
): Promise<() => void> {
  const queryKey = clubKey(id);
  await queries.cancelQueries({ queryKey });
  const before = queries.getQueriesData({ queryKey });
  queries.setQueryData(clubQuery(id).queryKey, (club) => club && page(club));
  queries.setQueryData<Members>(
    clubMembersQuery(id).queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((one) => {
          const members = one.members.flatMap((each) => member(each) ?? []);
          const gone = one.members.length - members.length;
          return { total: one.total - gone, members };
        }),
      },
  );
  return () => {
    for (const [key, data] of before) queries.setQueryData(key, data);
  };
}

/** Forgets all that was read of a club: it is gone, or not for the reader any more. */
export function forgetClub(queries: QueryClient, id: string): void {
  const queryKey = clubKey(id);
  void queries.cancelQueries({ queryKey });
  queries.removeQueries({ queryKey });
}
