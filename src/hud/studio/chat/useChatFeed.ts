import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ChatMessage, Reaction } from '../../../data/contract/chat.ts';
import type { MessageDocument } from '../../../data/device.ts';
import { MessageSender } from '../../../data/outbox/messages.ts';
import { followMessages, listUnsent } from '../../../data/outbox/store.ts';
import { watchAccount } from '../../../data/queries/accountCache.ts';
import {
  chatQuery,
  putMessages,
  useBlock,
  useOlderMessages,
  useReact,
  useRemoveMessage,
  useReportMessage,
} from '../../../data/queries/chat.ts';
import { room } from '../../../data/stores/room.ts';
import type { PageSource } from '../../kit/QueryList.tsx';
import { useReader } from '../../parts/shares/useReader.ts';

/** A message before it is sent. */
export interface Saying {
  text: string;
  images: readonly Blob[];
  /** Ogg Vorbis or FLAC. */
  voice: Blob | null;
  replyTo: string | null;
  /** A rifff to show as a card. */
  rifff: { jamId: string; rifffId: string } | null;
}

/** A message that was not sent: it stays on this device, and sending is tried again. */
export interface Unsent {
  document: MessageDocument;
  isSending: boolean;
}

export interface ChatFeed {
  /** Oldest first. */
  messages: readonly ChatMessage[];
  unsent: readonly Unsent[];
  state: 'loading' | 'failed' | 'ready';
  /** The messages before those of `messages`. */
  older: PageSource;
  retry(): void;
  /** Sends a message. @returns false when it was not sent; it is then in `unsent` */
  say(saying: Saying): Promise<boolean>;
  resend(id: string): Promise<boolean>;
  discard(id: string): Promise<void>;
  react(messageId: string, reaction: Reaction, isMade: boolean): Promise<unknown>;
  remove(messageId: string): Promise<unknown>;
  report(messageId: string, reason: string): Promise<unknown>;
  /** Blocks a person: their messages are not shown any more. */
  block(userId: string): Promise<unknown>;
}

/** Interval of asking for messages while there is no connection to the room, or where they could not be read. */
const AGAIN_MS = 5000;

/** The unsent messages of this device in a jam, and what sends them. */
function useUnsent(jamId: string) {
  const queries = useQueryClient();
  const reader = useReader();
  const [unsent, setUnsent] = useState<readonly Unsent[]>([]);
  const [sender, setSender] = useState<MessageSender | null>(null);
  useEffect(() => {
    let isHere = true;
    const isOfNow = watchAccount(queries);
    const read = async () => {
      const all = await listUnsent();
      if (!isHere) return;
      const ours = all.filter((one) => one.jamId === jamId && one.account === reader);
      setUnsent(ours.map((document) => ({ document, isSending: document.id === made.sendingId })));
    };
    const made = new MessageSender({
      account: () => (reader === '' ? null : reader),
      sent: (message) => {
        if (isOfNow()) putMessages(queries, message.jamId, [message]);
      },
      changed: () => void read(),
    });
    setSender(made);
    // Other parts of this page send waiting messages too.
    const stopFollowing = followMessages(() => void read());
    void read();
    const sendNow = () => void made.sendNow();
    if (reader !== '') sendNow();
    // As soon as the network is back, do not wait for the next attempt.
    window.addEventListener('online', sendNow);
    return () => {
      isHere = false;
      stopFollowing();
      window.removeEventListener('online', sendNow);
      made.stop();
    };
  }, [queries, jamId, reader]);
  return { unsent, sender };
}

const NONE: readonly ChatMessage[] = [];

/** The messages of a jam that the reader may see, and the actions on them. Actions reject with the ApiError. */
export function useChatFeed(jamId: string): ChatFeed {
  const queries = useQueryClient();
  const { jamId: present, line } = useSnapshot(room);
  const isTold = present === jamId && line === 'on';
  const query = useQuery({
    ...chatQuery(jamId, queries),
    refetchInterval: ({ state }) => (isTold && state.status !== 'error' ? false : AGAIN_MS),
  });
  const { data, refetch } = query;
  const { unsent, sender } = useUnsent(jamId);
  const olderMessages = useOlderMessages(jamId);
  const react = useReact(jamId);
  const remove = useRemoveMessage(jamId);
  const report = useReportMessage(jamId);
  const block = useBlock();
  const newestFirst = data?.messages ?? NONE;
  const sent = new Set(newestFirst.map(({ id }) => id));
  return {
    messages: useMemo(() => [...newestFirst].reverse(), [newestFirst]),
    // The room may report a message before the call that sent it returns.
    unsent: unsent.filter(({ document }) => !sent.has(document.id)),
    state: data ? 'ready' : query.isError ? 'failed' : 'loading',
    older: {
      hasNextPage: data !== undefined && !data.lastPage,
      isFetchingNextPage: olderMessages.isPending,
      isFetchNextPageError: olderMessages.isError,
      fetchNextPage: olderMessages.mutate,
    },
    retry: () => void refetch(),
    say: async (saying) => (await sender?.say({ jamId, ...saying })) ?? false,
    resend: async (id) => (await sender?.resend(id)) ?? false,
    discard: async (id) => sender?.discard(id),
    react: (messageId, reaction, isMade) => react.mutateAsync({ messageId, reaction, isMade }),
    remove: (messageId) => remove.mutateAsync(messageId),
    report: (messageId, reason) => report.mutateAsync({ messageId, reason }),
    block: (userId) => block.mutateAsync({ userId, isBlocked: true }),
  };
}
