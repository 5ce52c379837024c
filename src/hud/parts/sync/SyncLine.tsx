import { useSnapshot } from 'valtio';
import { syncNow } from '../../../data/stores/followSync.ts';
import { session } from '../../../data/stores/session.ts';
import { sync } from '../../../data/stores/sync.ts';
import { ui } from '../../../data/stores/ui.ts';
import { Button } from '../../system/Button.tsx';
import styles from '../Page.module.css';
import { useRegionText } from '../useRegionText.ts';
import { syncWords } from './syncWords.ts';

/** How this device stands to the others of the account; with another try where that helps. */
export function SyncLine() {
  const { state, waiting, problem, lastSynced } = useSnapshot(sync);
  const { user } = useSnapshot(session);
  const { isOnline } = useSnapshot(ui);
  const text = useRegionText();
  const words = syncWords({ state, waiting, problem, isOnline, isSignedIn: user !== null });
  const mayTry = state === 'failed' || (state === 'waiting' && isOnline);
  return (
    <div className={styles.line} data-sync={state}>
      <p role="status">
        {words}
        {state !== 'off' && state !== 'synced' && lastSynced > 0 && (
          <span className="muted">. Synced last {text.time(lastSynced)}</span>
        )}
      </p>
      {mayTry && (
        <Button size="sm" icon="reset" onClick={syncNow}>
          Try now
        </Button>
      )}
    </div>
  );
}
