import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ChatMessage } from '../../../data/contract/chat.ts';
import type { Jam } from '../../../data/contract/jams.ts';
import { keepText, keptText } from '../../../data/keptText.ts';
import {
  announcement,
  isContinued,
  readSpoken,
  type Spoken,
} from '../../../data/rules/jam/chatView.ts';
import { isFrozen } from '../../../data/rules/jam/standing.ts';
import { session } from '../../../data/stores/session.ts';
import { ui } from '../../../data/stores/ui.ts';
import { NextPage } from '../../kit/QueryList.tsx';
import { LaterMenu } from '../../parts/page/LaterMenu.tsx';
import {
  useIsPupil,
  useLoginHref,
  useLoginWords,
  useMember,
  useReader,
} from '../../parts/shares/useReader.ts';
import { Button, IconButton } from '../../system/Button.tsx';
import { FailedState, ListState } from '../../system/ListState.tsx';
import { Skeleton } from '../../system/Loading.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import styles from './Chat.module.css';
import { ChatComposer, type ShownCard } from './ChatComposer.tsx';
import { ChatItem, UnsentItem } from './ChatItem.tsx';
import { useChatFeed } from './useChatFeed.ts';

const SPOKEN_KEY = 'rondo/chat-spoken';
const SPOKEN_WORDS: readonly { value: Spoken; title: string }[] = [
  { value: 'words', title: 'Read new messages out' },
  { value: 'names', title: 'Say only who wrote' },
  { value: 'none', title: 'Say nothing' },
];
/** Within this distance from its end, the list scrolls to new messages. */
const NEAR_END_PX = 80;

/** How screen readers hear new messages, kept on this device. */
function useSpoken(): [Spoken, (spoken: Spoken) => void] {
  const [spoken, setSpoken] = useState(() => readSpoken(keptText(SPOKEN_KEY)));
  const keep = (next: Spoken) => {
    setSpoken(next);
    keepText(SPOKEN_KEY, next);
  };
  return [spoken, keep];
}

/** What is new, in words, for screen readers. */
function useNews(messages: readonly ChatMessage[] | null, spoken: Spoken): string {
  const reader = useReader();
  const before = useRef<readonly ChatMessage[] | null>(null);
  const [news, setNews] = useState('');
  useEffect(() => {
    if (messages === null) return;
    const next = announcement(before.current, messages, reader, spoken);
    before.current = messages;
    if (next !== '') setNews(next);
  }, [messages, reader, spoken]);
  return news;
}

export interface ChatPanelProps {
  jam: Jam;
  /** The rifff on show, which can be shown in the talk. */
  card?: ShownCard | null;
}

/** The talk of a jam. */
export function ChatPanel({ jam, card = null }: ChatPanelProps) {
  const member = useMember();
  const isPupil = useIsPupil();
  const isMuted = useSnapshot(session).user?.pupilOf?.isMuted === true;
  const loginHref = useLoginHref();
  const loginWords = useLoginWords();
  const { isOnline } = useSnapshot(ui);
  const feed = useChatFeed(jam.id);
  const { messages, unsent, state } = feed;
  const [spoken, setSpoken] = useSpoken();
  const news = useNews(state === 'ready' ? messages : null, spoken);
  const [replyTo, setReplyTo] = useState<ChatMessage | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const count = messages.length + unsent.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count is what is new
  useLayoutEffect(() => {
    const element = list.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [count]);
  return (
    <section className={styles.chat} aria-label="Talk">
      <div className={styles.head}>
        <LaterMenu
          label="How a screen reader hears new messages"
          align="end"
          trigger={<IconButton icon="volume" label="New messages for screen readers" />}
          items={SPOKEN_WORDS.map(({ value, title }) => ({
            id: value,
            title,
            checked: value === spoken,
            run: () => setSpoken(value),
          }))}
        />
      </div>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <div
        ref={list}
        className={styles.list}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
        }}
      >
        {state === 'loading' && <Skeleton width="100%" height={96} />}
        {state === 'failed' && (
          <FailedState isSmall isOffline={!isOnline} what="The talk" onRetry={feed.retry} />
        )}
        {state === 'ready' && count === 0 && <ListState isSmall title="Nothing was said yet" />}
        {feed.older.hasNextPage && <NextPage source={feed.older} size="line" older="messages" />}
        <ol>
          {messages.map((message, at) => (
            <ChatItem
              key={message.id}
              jam={jam}
              message={message}
              feed={feed}
              isContinued={isContinued(messages[at - 1], message)}
              onReply={() => setReplyTo(message)}
            />
          ))}
          {unsent.map((one) => (
            <UnsentItem key={one.document.id} unsent={one} feed={feed} />
          ))}
        </ol>
      </div>
      {isMuted ? (
        <p className="muted" role="status">
          Your teacher has muted you
        </p>
      ) : jam.mayChat ? (
        <ChatComposer
          feed={feed}
          isWordsOnly={jam.role === 'guest' || isPupil}
          replyTo={replyTo}
          card={card}
          onReplyEnd={() => setReplyTo(null)}
        />
      ) : jam.club ? (
        <p className="t13 muted">
          {isFrozen(jam)
            ? 'The club is closing: nothing is said here any more.'
            : 'The members of the club talk here.'}
        </p>
      ) : member === '' && jam.role !== 'guest' ? (
        <Button size="sm" to={loginHref}>
          {loginWords} to talk
        </Button>
      ) : (
        <p className="t13 muted">
          {jam.role === 'guest' ? 'Guests only listen here.' : 'Join the room to talk.'}
        </p>
      )}
    </section>
  );
}
