import { useSnapshot } from 'valtio';
import { uploadShare } from '../../../data/rules/uploads.ts';
import { retryCommit, sendNow } from '../../../data/stores/commit.ts';
import { type UploadEntry, uploads } from '../../../data/stores/uploads.ts';
import { Button } from '../../system/Button.tsx';
import { useCommitPhase } from './commitPhase.ts';
import styles from './UploadList.module.css';

/** How far one loop is, in words. */
function stateText({ state, sentBytes, totalBytes, reason }: UploadEntry): string {
  if (state === 'failed') return reason;
  if (reason) return 'waits to be sent again';
  if (state === 'encoding') return 'being encoded';
  if (state !== 'sending') return 'waits';
  return `${Math.round(uploadShare([{ sentBytes, totalBytes }]) * 100)} %`;
}

/** The loops of a commit that the server does not have yet, and what keeps them; nothing when it has them all. */
export function UploadList() {
  const { queued, failed } = useSnapshot(uploads);
  const { phase, entry } = useCommitPhase();
  const rows = [...failed, ...queued] as UploadEntry[];
  const isShown = phase === 'sending' || phase === 'waiting' || phase === 'refused';
  if (!isShown || rows.length === 0) return null;
  const again = () => {
    if (entry && phase === 'refused') void retryCommit(entry.id);
    else sendNow();
  };
  return (
    <section className={styles.uploads} aria-label="Loops to upload">
      <ul>
        {rows.map((row) => (
          <li key={row.loopId} data-upload={row.state}>
            <span className={`${styles.title} truncate`}>{row.title}</span>
            <span className={styles.sub}>{stateText(row)}</span>
            {row.state === 'sending' && (
              <span
                className={styles.bar}
                style={{ width: `${uploadShare([row]) * 100}%` }}
                aria-hidden="true"
              />
            )}
          </li>
        ))}
      </ul>
      {(phase === 'refused' || phase === 'waiting') && (
        <Button size="xs" onClick={again}>
          Try again
        </Button>
      )}
    </section>
  );
}
