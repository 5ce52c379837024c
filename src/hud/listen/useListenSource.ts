/** What a source has to play, whatever it is: documents in their order, and what became of asking for them. */
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { LineageEntry } from '../../data/contract/jams.ts';
import { JAM_CODE_PATTERN } from '../../data/contract/members.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { chartQuery, winnersQuery } from '../../data/queries/chart.ts';
import { feedQuery, sharedByQuery } from '../../data/queries/feed.ts';
import { jamQuery, jamRifffsQuery, lineageQuery, rifffsQuery } from '../../data/queries/jams.ts';
import { jamByCodeQuery } from '../../data/queries/rooms.ts';
import { foundRifffsQuery } from '../../data/queries/search.ts';
import {
  entryOfRifff,
  entryOfShare,
  type ListenEntry,
  newestLine,
} from '../../data/rules/listening/entry.ts';
import { FAMILY_WORDS, familyPiece, type Known } from '../../data/rules/listening/familyPiece.ts';
import type { ListenSource } from '../../data/rules/listening/listenSource.ts';
import { moodAsked, moodOf, moodOrder } from '../../data/rules/listening/mood.ts';
import { isAsked, NOTHING_ASKED } from '../../data/rules/search/address.ts';
import { personText } from '../../data/rules/sharing/credits.ts';
import { allShares } from '../../data/rules/sharing/shares.ts';
import { musicKey } from '../../data/stores/listening.ts';
import { nameNow } from '../../data/stores/people.ts';
import { onPage } from '../parts/page/page.ts';
import { useNames } from '../parts/people/useNames.ts';
import { useReader } from '../parts/shares/useReader.ts';

const PAGE = 50;
/** Moods are looked for among so many, page by page. */
const MOOD_PAGE = 100;
const MOOD_PAGES = 3;
/** Rifffs of the week whose families are played with them; those before are played alone. */
const FAMILIES = 3;
/** Pages of a jam that are read for its line. */
const JAM_PAGES = 3;

export interface SourceState {
  readonly entries: readonly ListenEntry[];
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  /** The jam or the person is not there, or not for this reader. */
  readonly isMissing: boolean;
  more(): void;
  refetch(): void;
}

type Feed = ReturnType<typeof feedQuery>;

/** Lists of shares are paged in different ways and hold the same. */
function sharesQuery(source: ListenSource): Feed {
  const latest = { sort: 'latest' } as const;
  switch (source.from) {
    case 'chart':
      return chartQuery(0) as unknown as Feed;
    case 'week':
      return winnersQuery() as unknown as Feed;
    case 'user':
      return sharedByQuery(source.user) as unknown as Feed;
    case 'following':
      return feedQuery({ ...latest, isFollowing: true }, PAGE);
    case 'mood':
      return feedQuery(latest, MOOD_PAGE);
    default:
      return feedQuery(latest, PAGE);
  }
}

const isGone = (error: unknown) =>
  [400, 403, 404].includes((error as { status?: number } | null)?.status ?? 0);

/** What a source has for the person who listens. */
export function useListenSource(source: ListenSource): SourceState {
  const reader = useReader();
  const isJam = source.from === 'jam';
  const isForNobody = source.from === 'following' && reader === '';
  const shares = useInfiniteQuery({
    ...onPage(sharesQuery(source)),
    enabled: !isJam && !isForNobody,
    // The order of play must not change while the reader listens.
    refetchOnWindowFocus: false,
  });
  const found = useMemo(
    () => allShares(shares.data?.pages ?? []).filter(({ rifff }) => rifff.loops.length > 0),
    [shares.data],
  );
  const indexed = useMoodIndex(source.from === 'mood' ? source.mood : null);
  const families = useFamilies(source.from === 'week' ? found : NONE);
  const jam = useJamLine(isJam ? source.jam : null);
  const mood = source.from === 'mood' ? source.mood : null;
  const listed = useMemo(() => {
    if (mood === null) return found.map((share) => entryOfShare(share));
    // Both lists may have a share.
    const shares = new Map([...found, ...indexed.found].map((share) => [share._id, share]));
    const entries = [...shares.values()].map((share) => entryOfShare(share));
    const order = moodOrder(
      entries.map((entry) => ({ entry, rifff: entry.item.rifff })),
      moodOf(mood),
    );
    return order.map(({ entry }) => entry);
  }, [found, indexed.found, mood]);

  const { hasNextPage, isFetching, fetchNextPage, refetch, data } = shares;
  const moreIndexed = indexed.more;
  const isFull = mood !== null && (data?.pages.length ?? 0) >= MOOD_PAGES;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFull) void fetchNextPage();
    moreIndexed();
  }, [hasNextPage, isFetching, isFull, fetchNextPage, moreIndexed]);
  if (isJam) return jam;
  const isWeek = source.from === 'week';
  const isOut = shares.fetchStatus === 'paused' && !data;
  const isMissing = source.from === 'user' && isGone(shares.error);
  return {
    entries: isWeek ? families.entries : listed,
    isLoading: !isForNobody && !isOut && (shares.isPending || (isWeek && families.isLoading)),
    isFailed: isOut || (shares.isError && !data && !isMissing),
    isMissing,
    more,
    refetch: () => void refetch(),
  };
}

const NONE: readonly SharedRifff[] = [];

/** What the index of search has for a mood among everything that is shared; nothing for no mood, and until it comes. */
function useMoodIndex(mood: string | null) {
  const asked = mood === null ? NOTHING_ASKED : moodAsked(moodOf(mood));
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...foundRifffsQuery(asked),
    enabled: isAsked(asked),
    refetchOnWindowFocus: false,
  });
  const found = useMemo(
    () => allShares(data?.pages ?? []).filter(({ rifff }) => rifff.loops.length > 0),
    [data],
  );
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  return { found, more };
}

/** A rifff of the week as an entry of its own line. */
const selfOf = (share: SharedRifff): Known => ({
  jamId: share.jamId,
  rifffId: share.rifff._id,
  isReadable: true,
  hasLeft: false,
  user_id: share.user,
  displayName: share.displayName,
  created: share.rifff.created,
  shareId: share._id,
  title: share.title,
});

/** Rifffs of the week, the latest few as the pieces that they make with their families. */
function useFamilies(winners: readonly SharedRifff[]): Pick<SourceState, 'entries' | 'isLoading'> {
  const latest = winners.slice(0, FAMILIES);
  const { pieces, isPending } = useQueries({
    queries: latest.map(({ jamId, rifff }) => lineageQuery(jamId, rifff._id)),
    combine: (lines) => ({
      isPending: lines.some((line) => line.isLoading),
      // A line that cannot be read leaves the winner alone.
      pieces: lines.map(({ data }) => data ?? { ancestors: [], children: [] }),
    }),
  });
  const parts = isPending
    ? []
    : latest.map((winner, at) =>
        familyPiece<LineageEntry>(selfOf(winner), pieces[at] ?? { ancestors: [], children: [] }),
      );
  const others = parts.flat().flatMap(({ role, one }) => (role === 'winner' ? [] : [one]));
  const read = useQuery(rifffsQuery(others));
  const rifffs = read.data;
  const isReading = isPending || (others.length > 0 && read.isLoading);
  const key = others.map(({ rifffId }) => rifffId).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: parts follow winners and the key
  const entries = useMemo(() => {
    if (isReading) return [];
    const pieces = parts.flatMap((piece, at) => {
      const winner = latest[at]!;
      return piece.flatMap(({ role, one }) => {
        const part = { role, winner: winner._id };
        if (role === 'winner') return [entryOfShare(winner, part)];
        const rifff = rifffs?.get(one.rifffId);
        if (!rifff || rifff.loops.length === 0) return [];
        return [
          entryOfRifff(
            rifff,
            one.jamId,
            one.title || FAMILY_WORDS[role],
            personText(one.displayName),
            part,
          ),
        ];
      });
    });
    const alone = winners.slice(FAMILIES).map((share) => entryOfShare(share));
    return eachOnce([...pieces, ...alone]);
  }, [winners, key, rifffs, isReading]);
  return { entries, isLoading: isReading };
}

/** Leaves out music that an entry before has. Two shares of one rifff stay: each has a title and a maker of its own. */
function eachOnce(entries: readonly ListenEntry[]): ListenEntry[] {
  const parts = new Set<string>();
  const shares = new Map<string, Set<string>>();
  return entries.filter(({ item, share }) => {
    const music = musicKey(item.rifff);
    const before = shares.get(music);
    if (parts.has(music) || (before && (!share || before.has(share._id)))) return false;
    if (share) shares.set(music, new Set(before).add(share._id));
    else parts.add(music);
    return true;
  });
}

/** The newest line of a jam, oldest first. @param name its id, its long id or a code; null for none */
function useJamLine(name: string | null): SourceState {
  const mayBeCode = name !== null && JAM_CODE_PATTERN.test(name);
  const byCode = useQuery({ ...jamByCodeQuery(name ?? ''), enabled: mayBeCode });
  // A name may look like a code.
  const id = mayBeCode ? (byCode.data?.jam.id ?? (byCode.isError ? name : '')) : (name ?? '');
  const enabled = id !== '';
  const jam = useQuery({ ...onPage(jamQuery(id)), enabled, retry: false });
  const query = useInfiniteQuery({
    ...jamRifffsQuery(id),
    enabled: enabled && jam.isSuccess,
    refetchOnWindowFocus: false,
  });
  const { data, hasNextPage, isFetching, fetchNextPage, refetch } = query;
  const title = jam.data?.name ?? '';
  const nameOf = useNames();
  const all = data?.pages.flatMap(({ rifffs }) => rifffs) ?? [];
  // What is queued keeps its words: they wait until people are known.
  const isNamed = all.every(({ userName, ...rifff }) => userName === '' || nameOf(userName, rifff));
  // biome-ignore lint/correctness/useExhaustiveDependencies: all follows the data, names are there once
  const entries = useMemo(() => {
    if (!isNamed) return [];
    const total = data?.pages[0]?.total ?? all.length;
    const number = new Map(
      [...new Set(all.map(({ _id }) => _id))].map((one, at) => [one, total - at]),
    );
    return newestLine(all)
      .filter(({ loops }) => loops.length > 0)
      .map((rifff) =>
        entryOfRifff(
          rifff,
          id,
          `${title} Nº ${number.get(rifff._id)}`,
          personText(nameNow(rifff.userName, rifff)),
        ),
      );
  }, [data, id, title, isNamed]);
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && (data?.pages.length ?? 0) < JAM_PAGES) void fetchNextPage();
  }, [hasNextPage, isFetching, data, fetchNextPage]);
  const isOut = [jam, query, byCode].some((one) => one.fetchStatus === 'paused') && !data;
  const isMissing = isGone(jam.error);
  return {
    entries,
    isLoading:
      !isOut && !isMissing && !jam.isError && !query.isError && (query.isPending || !isNamed),
    isFailed: isOut || (!isMissing && jam.isError) || (query.isError && !data),
    isMissing,
    more,
    refetch: () => void (jam.isError ? jam.refetch() : refetch()),
  };
}
