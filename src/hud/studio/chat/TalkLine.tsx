import { useSnapshot } from 'valtio';
import type { Jam } from '../../../data/contract/jams.ts';
import { messageWords } from '../../../data/rules/jam/chatView.ts';
import { session } from '../../../data/stores/session.ts';
import { openPanel } from '../../../data/stores/ui.ts';
import { Icon } from '../../system/Icon.tsx';
import styles from './Chat.module.css';
import { useChatFeed } from './useChatFeed.ts';

/** The newest of what is said in a jam, as a line that opens the talk. */
export function TalkLine({ jam }: { jam: Jam }) {
  const last = useChatFeed(jam.id).messages.at(-1);
  const isMuted = useSnapshot(session).user?.pupilOf?.isMuted === true;
  return (
    <button
      type="button"
      className={`focusInside hoverRaised ${styles.line}`}
      aria-haspopup="dialog"
      aria-label="Talk"
      aria-describedby={last && 'talk-line'}
      onClick={() => openPanel('talk')}
    >
      <Icon name="talk" size={18} />
      <span id="talk-line" className={last ? 'truncate' : 'muted truncate'}>
        {last
          ? `${last.displayName}: ${messageWords(last)}`
          : isMuted
            ? 'The talk'
            : 'Say something'}
      </span>
    </button>
  );
}
