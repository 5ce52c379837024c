/** What happened to the account, and where it is told. */
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../client.ts';
import { NOTIFICATION_CALLS } from '../contract/calls.ts';
import { subscribeHere, unsubscribeHere } from '../push.ts';

const PAGE = 20;
/** Asked again this often: a page that holds the line of a room hears at once, every other by this. */
const AGAIN_MS = 60_000;

/** Everything that is asked about notifications: what is invalid once the line says that there is something new. */
export const notificationsKey = ['notifications'] as const;

/** Notifications of the account, newest first, page by page. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: [...notificationsKey, 'list'],
  initialPageParam: undefined as number | undefined,
  queryFn: ({ pageParam, signal }) =>
    call(
      NOTIFICATION_CALLS.notifications,
      { query: { limit: PAGE, fromCreatedTime: pageParam } },
      signal,
    ),
  getNextPageParam: (last) => (last.isLast ? undefined : last.notifications.at(-1)?.created),
  staleTime: AGAIN_MS / 2,
});

/** How many notifications of the account are not read yet. */
export const unreadNotificationsQuery = queryOptions({
  queryKey: [...notificationsKey, 'unread'],
  queryFn: async ({ signal }) =>
    (await call(NOTIFICATION_CALLS.notifications, { query: { limit: 1 } }, signal)).unread,
  refetchInterval: AGAIN_MS,
  staleTime: AGAIN_MS / 2,
});

/** Marks every notification up to and with a moment (ms) as read. Fails with the ApiError of the call. */
export function useReadNotifications() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (until: number) => call(NOTIFICATION_CALLS.readNotifications, { body: { until } }),
    onSuccess: ({ unread }) => {
      queries.setQueryData(unreadNotificationsQuery.queryKey, unread);
      void queries.invalidateQueries({ queryKey: notificationsQuery.queryKey });
    },
  });
}

/** The key that devices subscribe with, and those that did. */
export const pushQuery = queryOptions({
  queryKey: [...notificationsKey, 'push'],
  queryFn: ({ signal }) => call(NOTIFICATION_CALLS.pushState, {}, signal),
  staleTime: AGAIN_MS / 2,
});

/**
 * Turns messages to this device on or off, or those to another device off. On asks for leave: call it from a tap.
 * Fails with the ApiError of the call, or the PushRefused of `push.ts`.
 */
export function usePush() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: async (
      change: { isOn: true } | { isOn: false; id: string; isCurrent: boolean },
    ) => {
      if (change.isOn) {
        const { publicKey } = await queries.fetchQuery(pushQuery);
        await call(NOTIFICATION_CALLS.subscribePush, { body: await subscribeHere(publicKey) });
      } else {
        await call(NOTIFICATION_CALLS.unsubscribePush, { params: { id: change.id } });
        if (change.isCurrent) await unsubscribeHere();
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: pushQuery.queryKey }),
  });
}

/** Ends every mail of notifications to the person who got one with this token. Fails with 404 for an unknown one. */
export async function endMails(token: string): Promise<void> {
  await call(NOTIFICATION_CALLS.unsubscribe, { params: { token } });
}
