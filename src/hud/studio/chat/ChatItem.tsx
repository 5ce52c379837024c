import { type ChatMessage, REACTIONS, type Reaction } from '../../../data/contract/chat.ts';
import type { Jam } from '../../../data/contract/jams.ts';
import { messageWords, quoteWords } from '../../../data/rules/jam/chatView.ts';
import { isFrozen, keepsOrder } from '../../../data/rules/jam/standing.ts';
import { hasScope } from '../../../data/stores/session.ts';
import { notify } from '../../../data/stores/ui.ts';
import { readFailure, troubleOf } from '../../kit/useSave.ts';
import page from '../../parts/Page.module.css';
import { useNames } from '../../parts/people/useNames.ts';
import { PersonLink } from '../../parts/shares/Byline.tsx';
import { useMember, useReader } from '../../parts/shares/useReader.ts';
import { WordsMenu } from '../../parts/shares/WordsMenu.tsx';
import { useRegionText } from '../../parts/useRegionText.ts';
import { Button } from '../../system/Button.tsx';
import type { MenuItem } from '../../system/Menu.tsx';
import styles from './Chat.module.css';
import { MessageBody } from './MessageBody.tsx';
import type { ChatFeed, Unsent } from './useChatFeed.ts';

interface ChatItemProps {
  jam: Jam;
  message: ChatMessage;
  feed: ChatFeed;
  /** Under the name of the message before. */
  isContinued: boolean;
  onReply(): void;
}

/** Runs an action, and shows its error. */
async function tryIt(deed: Promise<unknown>, done = ''): Promise<void> {
  try {
    await deed;
    if (done) notify(done);
  } catch (error) {
    notify(troubleOf(readFailure(error)));
  }
}

/** One message with what hangs on it. */
export function ChatItem(props: ChatItemProps) {
  const { jam, message, feed, isContinued, onReply } = props;
  const text = useRegionText();
  const reader = useReader();
  const member = useMember();
  const nameOf = useNames();
  const { id, user, type, reply, reactions, isRemoved } = message;
  const displayName = nameOf(user) || message.displayName;
  if (type === 'note') {
    return <li className={`${page.ruledRow} t13 muted`}>{messageWords(message)}</li>;
  }
  const isOwn = user === reader;
  const isTheirs = isOwn || keepsOrder(jam.role);
  const mayRemove = (isTheirs && !isFrozen(jam)) || hasScope('moderator');
  const react = (reaction: Reaction) => {
    const given = reactions.find((one) => one.reaction === reaction);
    void tryIt(feed.react(id, reaction, !given?.isOwn));
  };
  const items: MenuItem[] = [];
  if (jam.mayChat) {
    items.push({ id: 'reply', title: 'Reply', icon: 'undo', run: onReply });
    for (const reaction of REACTIONS) {
      items.push({ id: reaction, title: `React ${reaction}`, run: () => react(reaction) });
    }
  }
  if (mayRemove) {
    const run = () => void tryIt(feed.remove(id));
    items.push({ id: 'remove', title: 'Delete', icon: 'bin', run });
  }
  return (
    <li className={styles.item} data-continued={isContinued || undefined}>
      {!isContinued && (
        <p className={styles.by}>
          <PersonLink userId={user} displayName={displayName} importedFrom={message.importedFrom} />
          <span className="t13 muted regular">{text.time(message.created)}</span>
        </p>
      )}
      {reply && <p className={`${styles.quote} t13 muted clamp`}>{quoteWords(reply, nameOf)}</p>}
      {isRemoved ? (
        <p className="muted">This message was deleted.</p>
      ) : (
        <MessageBody message={message} jam={jam} />
      )}
      {!isRemoved && reactions.length > 0 && (
        <ul className={styles.reactions} aria-label="Reactions">
          {reactions.map(({ reaction, count, isOwn: isMine }) => (
            <li key={reaction}>
              <Button
                size="xxs"
                aria-pressed={isMine}
                aria-label={`${reaction}, ${count}`}
                disabled={!jam.mayChat}
                variant={isMine ? 'filled' : 'outlined'}
                onClick={() => react(reaction as Reaction)}
              >
                {reaction} {count}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <WordsMenu
        label={`Message of ${displayName}`}
        displayName={displayName}
        items={isRemoved ? [] : items}
        isOfOther={!isRemoved && !isOwn && member !== ''}
        className={styles.menu}
        onBlock={() =>
          void tryIt(feed.block(user), `You blocked ${displayName}: you see nothing that they say.`)
        }
        onReport={(reason) => feed.report(id, reason)}
      />
    </li>
  );
}

/** A message that was not sent yet: it stays on this device until it is sent or discarded. */
export function UnsentItem({ unsent, feed }: { unsent: Unsent; feed: ChatFeed }) {
  const { document, isSending } = unsent;
  const { id, text, images, voice, state, reason } = document;
  const what = voice ? 'Voice message' : images.length > 0 ? 'Pictures' : '';
  const isRefused = state === 'refused';
  return (
    <li className={styles.item} data-unsent="">
      <p className={`${page.text} textLinks`}>{text || what}</p>
      {isSending ? (
        <p className="t13 muted">Sending</p>
      ) : (
        <>
          <p className="t13" role={isRefused ? 'alert' : undefined}>
            {isRefused ? `Not sent: ${reason}` : 'Not sent yet. It is tried again by itself.'}
          </p>
          <p className={styles.reactions}>
            <Button size="xxs" onClick={() => void tryIt(feed.resend(id))}>
              Send again
            </Button>
            <Button size="xxs" variant="bare" onClick={() => void tryIt(feed.discard(id))}>
              Throw away
            </Button>
          </p>
        </>
      )}
    </li>
  );
}
