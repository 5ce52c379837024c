/** "Somebody answered you": who did, and marking it as read. */
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../client.ts';
import { NOTICE_CALLS } from '../contract/calls.ts';

const NOTICES = 'notices';
const PAGE = 20;
/** Asked again this often: whoever is in a room hears at once by its socket, everyone else by this. */
const AGAIN_MS = 60_000;

/** Notices of the account, newest first, page by page. @param reader id of the account */
export function noticesQuery(reader: string) {
  return infiniteQueryOptions({
    queryKey: [NOTICES, reader, 'list'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(NOTICE_CALLS.notices, { query: { limit: PAGE, fromCreatedTime: pageParam } }, signal),
    getNextPageParam: (last) => (last.isLast ? undefined : last.notices.at(-1)?.created),
    staleTime: AGAIN_MS / 2,
  });
}

/** How soon the first rifffs of accounts are answered, for the operator. */
export const answerFiguresQuery = queryOptions({
  queryKey: ['moderation', 'answers'],
  queryFn: ({ signal }) => call(NOTICE_CALLS.answerFigures, {}, signal),
});

/** How many notices are not read yet. @param reader id of the account; nothing is asked for nobody */
export function unreadQuery(reader: string) {
  return queryOptions({
    queryKey: [NOTICES, reader, 'unread'],
    queryFn: async ({ signal }) =>
      (await call(NOTICE_CALLS.notices, { query: { limit: 1 } }, signal)).unread,
    enabled: reader !== '',
    refetchInterval: AGAIN_MS,
    staleTime: AGAIN_MS / 2,
  });
}

/** Marks every notice up to and with a moment (ms) as read. Fails with the ApiError of the call. */
export function useReadNotices(reader: string) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (until: number) => call(NOTICE_CALLS.readNotices, { body: { until } }),
    onSuccess: ({ unread }) => {
      queries.setQueryData(unreadQuery(reader).queryKey, unread);
      void queries.invalidateQueries({ queryKey: noticesQuery(reader).queryKey });
    },
  });
}
