import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import { draft } from '../../../data/stores/draft.ts';
import { formatCount } from '../../controls/format.ts';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import styles from './DraftState.module.css';

const SAVED: Readonly<Record<'empty' | 'saving' | 'saved' | 'failed', string>> = {
  empty: '',
  saving: 'being kept',
  saved: 'kept on this device',
  failed: 'not kept yet, trying again',
};

/** What the draft came from, how much was changed, and whether the device has it. */
export function DraftState() {
  const { changes, from, saved, isRestored } = useSnapshot(draft);
  const { load, loadedLoops, totalLoops } = useSnapshot(transport);
  const isLoading = load === 'loading' && totalLoops > loadedLoops;
  return (
    <header className={styles.state}>
      <div>
        <h1 className="t24">Draft</h1>
        <p className={`${styles.sub} truncate`} title={from || undefined}>
          {isLoading
            ? `loading loops, ${loadedLoops} of ${totalLoops}`
            : from
              ? `from ${from}`
              : isRestored
                ? 'a rifff of your own'
                : 'looking for your draft'}
        </p>
      </div>
      <div className={styles.right}>
        {changes > 0 && <p className={styles.changes}>{formatCount(changes, 'change')}</p>}
        <p className={styles.sub} data-saved={saved}>
          {SAVED[saved]}
        </p>
      </div>
      <VisuallyHidden role="status">
        {saved === 'failed' ? 'The draft could not be kept on this device. Trying again.' : ''}
      </VisuallyHidden>
    </header>
  );
}
