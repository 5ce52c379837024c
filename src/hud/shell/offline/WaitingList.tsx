import { useSnapshot } from 'valtio';
import type { MessageDocument } from '../../../data/device.ts';
import { waitingReason } from '../../../data/rules/offline/waitingText.ts';
import { commit } from '../../../data/stores/commit.ts';
import type { CommitEntry } from '../../../data/stores/commitState.ts';
import { discardCommit, retryCommit } from '../../../data/stores/heldCommits.ts';
import { timeText } from '../../../data/stores/locale.ts';
import { session } from '../../../data/stores/session.ts';
import { sync } from '../../../data/stores/sync.ts';
import { ui } from '../../../data/stores/ui.ts';
import { discardMessage, retryMessage, unsent } from '../../../data/stores/waiting.ts';
import { RifffDisc } from '../../parts/rings/RifffDisc.tsx';
import { Button } from '../../system/Button.tsx';
import { Icon } from '../../system/Icon.tsx';
import styles from '../Shell.module.css';

/** One thing that waits, as its row shows it. */
interface Waiting {
  readonly id: string;
  readonly title: string;
  readonly where: string;
  readonly queued: number;
  readonly state: 'waiting' | 'sending' | 'refused';
  readonly reason: string;
  readonly account: string | null;
  /** Null for a chat message. */
  readonly rifff: CommitEntry['rifff'] | null;
  retry(): Promise<unknown>;
  discard(): Promise<unknown>;
}

const ofCommit = (entry: CommitEntry): Waiting => ({
  ...entry,
  title: entry.title ? `A rifff from “${entry.title}”` : 'A rifff',
  where: entry.target ? `for ${entry.target.name}` : 'for your own jam',
  retry: () => retryCommit(entry.id),
  discard: () => discardCommit(entry.id),
});

/** What a message says, or what it is made of. */
function messageTitle({ text, images, voice, rifff }: MessageDocument): string {
  if (text) return `“${text}”`;
  if (voice) return 'A voice message';
  if (images.length > 0) return images.length === 1 ? 'A picture' : `${images.length} pictures`;
  return rifff ? 'A rifff as a card' : 'A message';
}

const ofMessage = (document: MessageDocument): Waiting => ({
  ...document,
  title: messageTitle(document),
  where: 'said in a room',
  rifff: null,
  retry: () => retryMessage(document.id),
  discard: () => discardMessage(document.id),
});

/** What the account's other devices do not have yet, as one row: each of it has its place in the list of drafts. */
function WaitingChanges() {
  const { waiting, problem } = useSnapshot(sync);
  const { isOnline } = useSnapshot(ui);
  const why = problem || (isOnline ? 'It goes next.' : 'It waits for the network.');
  return (
    <li className={styles.row}>
      <span className={styles.picture}>
        <Icon name="edit" size={20} />
      </span>
      <div className="fill">
        <p className="truncate">
          {waiting === 1 ? '1 change' : `${waiting} changes`} for your other devices
        </p>
        <p className="t13 muted">Drafts, takes and what you heard. {why}</p>
      </div>
    </li>
  );
}

/** What waits on this device, oldest first, each with the reason. */
export function WaitingList() {
  const { entries, isRetrying, waitReason } = useSnapshot(commit);
  const { messages } = useSnapshot(unsent);
  const { isOnline } = useSnapshot(ui);
  const { user } = useSnapshot(session);
  const all = [
    ...(entries as CommitEntry[]).map(ofCommit),
    ...(messages as MessageDocument[]).map(ofMessage),
  ].sort((a, b) => a.queued - b.queued);
  const { waiting: changes } = useSnapshot(sync);
  if (all.length === 0 && changes === 0)
    return <p className="muted">Nothing waits any more. Everything is there.</p>;
  const facts = { reader: user?.user_id ?? null, isOnline, isRetrying, waitReason };
  return (
    <ul className="stack">
      {all.map((one) => (
        <li key={one.id} className={styles.row}>
          {one.rifff ? (
            <RifffDisc rifff={one.rifff} sizePx={40} />
          ) : (
            <span className={styles.picture}>
              <Icon name="talk" size={20} />
            </span>
          )}
          <div className="fill">
            <p className="truncate">{one.title}</p>
            <p className="t13 muted">
              {`${timeText(one.queued)}, ${one.where}. ${waitingReason({ ...one, ...facts })}.`}
            </p>
            {one.state === 'refused' && (
              <div className={styles.offlineActions}>
                <Button size="xs" onClick={() => void one.retry()}>
                  Send again
                </Button>
                <Button size="xs" variant="bare" icon="bin" onClick={() => void one.discard()}>
                  Throw away
                </Button>
              </div>
            )}
          </div>
        </li>
      ))}
      {changes > 0 && <WaitingChanges />}
    </ul>
  );
}
