import { askToSignIn, reopenCommit, retryCommit } from '../../../data/stores/commit.ts';
import { Button } from '../../system/Button.tsx';
import styles from './CommitHelp.module.css';
import { useCommitPhase } from './commitPhase.ts';

/** What can be done about a commit that did not arrive; nothing where waiting is all there is. */
export function CommitHelp() {
  const { phase, entry } = useCommitPhase();
  if (phase === 'signIn') {
    return (
      <div className={styles.help}>
        <Button size="xs" onClick={askToSignIn}>
          Sign in
        </Button>
      </div>
    );
  }
  if (phase !== 'refused' || !entry) return null;
  return (
    <div className={styles.help}>
      <Button size="xs" onClick={() => void retryCommit(entry.id)}>
        Send again
      </Button>
      <Button size="xs" onClick={() => void reopenCommit(entry.id)}>
        Back to a draft
      </Button>
    </div>
  );
}
