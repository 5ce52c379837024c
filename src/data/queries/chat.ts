/** Messages of a jam for the reader, and what can be done with them. */
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../client.ts';
import { CHAT_CALLS } from '../contract/calls.ts';
import type { ChatMessage, Reaction } from '../contract/chat.ts';
import { CHAT_PAGE } from '../contract/constants.ts';
import { ApiError } from '../contract/errors.ts';
import type { JamEvent } from '../contract/live.ts';
import { MESSAGES } from '../contract/messages.ts';
import { type ChatFeed, olderKey, withHeard, withNewest, withOlder } from '../rules/jam/chat.ts';
import { watchAccount } from './accountCache.ts';

const CHAT = 'chat';
const FRESH_MS = 30_000;

/** Key of a chat, by the short id of its jam, as messages name it. */
export const chatKey = (jamId: string) => [CHAT, jamId] as const;

function fetchPage(jamId: string, startkey?: number, limit = CHAT_PAGE, signal?: AbortSignal) {
  // Without a jam there is nothing to ask for.
  if (jamId === '') throw new ApiError('not_found', MESSAGES.channelNotFound);
  return call(CHAT_CALLS.chat, { params: { id: jamId }, query: { limit, startkey } }, signal);
}

/**
 * The chat of a jam: its newest messages and whatever older ones were asked for. Fetched again, the newest page is
 * merged into what is there. Fails with 'channel not found' without a jam.
 */
export function chatQuery(jamId: string, queries: QueryClient) {
  return queryOptions({
    queryKey: chatKey(jamId),
    queryFn: async ({ signal }): Promise<ChatFeed> => {
      const page = await fetchPage(jamId, undefined, CHAT_PAGE, signal);
      // What was heard while the page was on its way is there by now.
      const known = queries.getQueryData<ChatFeed>(chatKey(jamId));
      return withNewest(known, jamId, page);
    },
    staleTime: FRESH_MS,
    networkMode: 'always',
  });
}

/** Changes what is known of a chat; nothing where it was never asked for. */
function change(queries: QueryClient, jamId: string, by: (feed: ChatFeed) => ChatFeed): void {
  queries.setQueryData<ChatFeed>(chatKey(jamId), (known) => known && by(known));
}

/** Puts messages into a chat: sent ones, or those of a socket. */
export function putMessages(
  queries: QueryClient,
  jamId: string,
  messages: readonly ChatMessage[],
): void {
  change(queries, jamId, (feed) => withHeard(feed, messages));
}

/**
 * Follows events of a jam: new messages are fetched and prepended, changed ones that are shown are fetched again.
 * Others change nothing. @throws ApiError
 */
export async function followChat(
  queries: QueryClient,
  jamId: string,
  events: readonly Pick<JamEvent, 'kind' | 'ref'>[],
): Promise<void> {
  const known = queries.getQueryData<ChatFeed>(chatKey(jamId));
  if (!known) return;
  const isOfNow = watchAccount(queries);
  if (events.some(({ kind }) => kind === 'message')) {
    const page = await fetchPage(jamId);
    if (!isOfNow()) return;
    change(queries, jamId, (feed) => withNewest(feed, jamId, page));
  }
  const changed = new Set(
    events.filter(({ kind }) => kind === 'message-changed').map(({ ref }) => ref),
  );
  const shown = new Set(known.messages.map(({ id }) => id));
  // An answer quotes what may be older than all that is here.
  const isChanged = ({ id, reply }: ChatMessage) =>
    changed.has(id) || (reply !== null && changed.has(reply.id) && !shown.has(reply.id));
  const numbers = known.messages.filter(isChanged).map(({ number }) => number);
  for (const number of numbers) {
    const { feed: found } = await fetchPage(jamId, number + 1, 1);
    if (!isOfNow()) return;
    putMessages(
      queries,
      jamId,
      found.filter((message) => message.number === number),
    );
  }
}

/** Asks for older messages. Fails with the ApiError of the call; nothing is asked behind the last page. */
export function useOlderMessages(jamId: string) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const known = queries.getQueryData<ChatFeed>(chatKey(jamId));
      const below = known && olderKey(known);
      return below === undefined ? null : fetchPage(jamId, below);
    },
    onSuccess: (page) => {
      if (page) change(queries, jamId, (feed) => withOlder(feed, jamId, page));
    },
  });
}

/** A reaction that is made, or taken back. */
export interface ReactionChange {
  readonly messageId: string;
  readonly reaction: Reaction;
  readonly isMade: boolean;
}

/** Makes a reaction or takes it back; the counts are those of the server. Fails with the ApiError of the call. */
export function useReact(id: string) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ messageId, reaction, isMade }: ReactionChange) =>
      isMade
        ? call(CHAT_CALLS.react, { params: { id, messageId }, body: { reaction } })
        : call(CHAT_CALLS.unreact, { params: { id, messageId, reaction } }),
    onSuccess: ({ reactions }, { messageId }) =>
      change(queries, id, (feed) => {
        const known = feed.messages.find((message) => message.id === messageId);
        return known ? withHeard(feed, [{ ...known, reactions }]) : feed;
      }),
  });
}

/** Deletes a message; only its place is left. Fails with the ApiError of the call. */
export function useRemoveMessage(id: string) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (messageId: string) =>
      call(CHAT_CALLS.removeMessage, { params: { id, messageId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: chatKey(id) }),
  });
}

/** Reports a message. Fails with the ApiError of the call. */
export function useReportMessage(id: string) {
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ messageId, reason }: { messageId: string; reason: string }) =>
      call(CHAT_CALLS.reportMessage, { params: { id, messageId }, body: { reason } }),
  });
}

/** Whom the account does not hear. */
export const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  queryFn: async ({ signal }) => (await call(CHAT_CALLS.blocks, {}, signal)).users,
  staleTime: FRESH_MS,
});

/** Blocks or unblocks a person; chats are read anew. Fails with the ApiError of the call. */
export function useBlock() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ userId, isBlocked }: { userId: string; isBlocked: boolean }) =>
      call(isBlocked ? CHAT_CALLS.block : CHAT_CALLS.unblock, { params: { userId } }),
    onSuccess: ({ users }) => {
      queries.setQueryData(blocksQuery.queryKey, users);
      // Following ends both ways, and lists leave them out.
      for (const key of ['comments', 'profile', 'people', 'shares']) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
      // Merging would keep what is not heard any more.
      return queries.resetQueries({ queryKey: [CHAT] });
    },
  });
}
