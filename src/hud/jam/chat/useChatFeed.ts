import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { call } from '../../../data/client.ts';
import { CHAT_CALLS } from '../../../data/contract/calls.ts';
import type { ChatMessage, Reaction } from '../../../data/contract/chat.ts';
import { CHAT_PAGE } from '../../../data/contract/constants.ts';
import { newId } from '../../../data/rules/ids.ts';
import { sendForm } from '../../../data/sendForm.ts';
import { readFailure, troubleOf } from '../../parts/useSave.ts';

/** What somebody wants to say. */
export interface Saying {
  text: string;
  images: readonly File[];
  voice: Blob | null;
  replyTo: string | null;
}

/** What was not sent: it stays with its id, so that sending it again says nothing twice. */
export interface Unsent {
  id: string;
  saying: Saying;
  isSending: boolean;
  reason: string;
}

export interface ChatFeed {
  /** Oldest first. */
  messages: readonly ChatMessage[];
  unsent: readonly Unsent[];
  state: 'loading' | 'failed' | 'ready';
  hasOlder: boolean;
  isLoadingOlder: boolean;
  older(): void;
  retry(): void;
  /** Says something; false when it was not sent: it stays among `unsent`. */
  say(saying: Saying): Promise<boolean>;
  resend(id: string): Promise<boolean>;
  discard(id: string): void;
  react(messageId: string, reaction: Reaction, isOn: boolean): Promise<void>;
  remove(messageId: string): Promise<void>;
  report(messageId: string, reason: string): Promise<void>;
  /** Hears somebody no more. */
  block(userId: string): Promise<void>;
}

/** While nobody tells of new messages they are asked for this often. */
const AGAIN_MS = 5000;

function send(jamId: string, id: string, { text, images, voice, replyTo }: Saying) {
  const params = { id: jamId };
  if (voice || images.length > 0) {
    const form = new FormData();
    form.set('id', id);
    if (voice) {
      form.set('file', voice, 'voice');
      return sendForm(CHAT_CALLS.postVoice, { params }, form);
    }
    if (text !== '') form.set('message', text);
    for (const image of images) form.append('image', image);
    return sendForm(CHAT_CALLS.postImages, { params }, form);
  }
  const body = { id, message: text };
  return replyTo === null
    ? call(CHAT_CALLS.postMessage, { params, body })
    : call(CHAT_CALLS.reply, { params: { ...params, messageId: replyTo }, body });
}

/** The messages of a jam for whoever reads, and what can be done with them. Deeds reject with the ApiError. */
export function useChatFeed(jamId: string, reader: string): ChatFeed {
  const queries = useQueryClient();
  const queryKey = useMemo(() => ['chat', reader, jamId], [reader, jamId]);
  const [unsent, setUnsent] = useState<Unsent[]>([]);
  const latest = useRef(unsent);
  latest.current = unsent;
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        CHAT_CALLS.chat,
        { params: { id: jamId }, query: { limit: CHAT_PAGE, startkey: pageParam } },
        signal,
      ),
    getNextPageParam: (last) => (last.lastPage ? undefined : last.feed.at(-1)?.number),
    refetchInterval: AGAIN_MS,
  });
  const { data, fetchNextPage, refetch } = query;
  const messages = useMemo(() => {
    const all = (data?.pages ?? []).flatMap(({ feed }) => feed);
    const byId = new Map(all.map((message) => [message.id, message]));
    return [...byId.values()].sort((a, b) => a.number - b.number);
  }, [data]);
  const renew = () => queries.invalidateQueries({ queryKey });
  const attempt = async (id: string, saying: Saying): Promise<boolean> => {
    const mark = (change: Partial<Unsent>) =>
      setUnsent((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)));
    mark({ isSending: true, reason: '' });
    try {
      await send(jamId, id, saying);
    } catch (error) {
      mark({ isSending: false, reason: troubleOf(readFailure(error), 'Posting chat error') });
      return false;
    }
    await renew();
    setUnsent((all) => all.filter((one) => one.id !== id));
    return true;
  };
  const messageParams = (messageId: string) => ({ params: { id: jamId, messageId } });
  return {
    messages,
    unsent,
    state: data ? 'ready' : query.isError ? 'failed' : 'loading',
    hasOlder: query.hasNextPage,
    isLoadingOlder: query.isFetchingNextPage,
    older: () => void fetchNextPage(),
    retry: () => void refetch(),
    say: (saying) => {
      const id = newId();
      setUnsent((all) => [...all, { id, saying, isSending: true, reason: '' }]);
      return attempt(id, saying);
    },
    resend: async (id) => {
      const one = latest.current.find((entry) => entry.id === id);
      return one && !one.isSending ? attempt(id, one.saying) : false;
    },
    discard: (id) => setUnsent((all) => all.filter((one) => one.id !== id)),
    react: async (messageId, reaction, isOn) => {
      const { params } = messageParams(messageId);
      await (isOn
        ? call(CHAT_CALLS.react, { params, body: { reaction } })
        : call(CHAT_CALLS.unreact, { params: { ...params, reaction } }));
      await renew();
    },
    remove: async (messageId) => {
      await call(CHAT_CALLS.removeMessage, messageParams(messageId));
      await renew();
    },
    report: async (messageId, reason) => {
      await call(CHAT_CALLS.reportMessage, { ...messageParams(messageId), body: { reason } });
    },
    block: async (userId) => {
      await call(CHAT_CALLS.block, { params: { userId } });
      await renew();
    },
  };
}
