import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import { draft } from '../../../data/stores/draft.ts';
import { formatCount } from '../../controls/format.ts';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import { CommitHelp } from '../commit/CommitHelp.tsx';
import { CommitMark } from '../commit/CommitMark.tsx';
import { useCommitPhase } from '../commit/commitPhase.ts';
import { UploadList } from '../commit/UploadList.tsx';
import styles from './DraftState.module.css';

const SAVED: Readonly<Record<'empty' | 'saving' | 'saved' | 'failed', string>> = {
  empty: '',
  saving: 'being kept',
  saved: 'kept on this device',
  failed: 'not kept yet, trying again',
};

/** What the draft came from, how much was changed, and whether the device has it; after a commit, where that is. */
export function DraftState() {
  const { phase, words } = useCommitPhase();
  const isDraft = phase === 'draft' || phase === 'empty';
  const { changes, from, saved, isRestored } = useSnapshot(draft);
  const { load, loadedLoops, totalLoops } = useSnapshot(transport);
  const isLoading = load === 'loading' && totalLoops > loadedLoops;
  return (
    <header className={styles.state}>
      <div>
        <h1 className="t24">{words.title}</h1>
        <p className={`${styles.sub} truncate`} title={from || undefined}>
          {isLoading
            ? `loading loops, ${loadedLoops} of ${totalLoops}`
            : !isDraft
              ? words.more
              : from
                ? `from ${from}`
                : isRestored
                  ? 'a rifff of your own'
                  : 'looking for your draft'}
        </p>
      </div>
      {isDraft ? (
        <div className={styles.right}>
          {changes > 0 && <p className={styles.changes}>{formatCount(changes, 'change')}</p>}
          <p className={styles.sub} data-saved={saved}>
            {SAVED[saved]}
          </p>
        </div>
      ) : (
        <div className={styles.outcome} data-saved={saved}>
          <CommitHelp />
          <CommitMark />
        </div>
      )}
      <div className={styles.uploads}>
        <UploadList />
      </div>
      <VisuallyHidden role="status">
        {saved === 'failed'
          ? 'The draft could not be kept on this device. Trying again.'
          : isDraft
            ? ''
            : `${words.title}, ${words.more}`}
      </VisuallyHidden>
    </header>
  );
}
