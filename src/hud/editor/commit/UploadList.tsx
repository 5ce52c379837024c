import { useSnapshot } from 'valtio';
import { uploadShare } from '../../../data/outbox/rules.ts';
import { commit, sendNow } from '../../../data/stores/commit.ts';
import { ui } from '../../../data/stores/ui.ts';
import { type UploadEntry, uploads } from '../../../data/stores/uploads.ts';
import { Button } from '../../system/Button.tsx';
import { useCommitPhase } from './commitPhase.ts';
import styles from './UploadList.module.css';
import { rowText, shownRows, uploadRows } from './uploadRows.ts';
import { useSecondsUntil } from './useSecondsUntil.ts';

function UploadRow({ row, waitSec }: { row: UploadEntry; waitSec: number | null }) {
  return (
    <li data-upload={row.state}>
      <span className={`${styles.title} truncate`}>{row.title}</span>
      <span className={styles.sub}>{rowText(row, waitSec)}</span>
      {row.state === 'sending' && (
        <span
          className={styles.bar}
          style={{ width: `${uploadShare([row]) * 100}%` }}
          aria-hidden="true"
        />
      )}
    </li>
  );
}

/** The loops of a commit on their way, and what keeps them; nothing when the server has them all. */
export function UploadList() {
  const queues = useSnapshot(uploads);
  const { nextTryMs } = useSnapshot(commit);
  const { isOnline } = useSnapshot(ui);
  const { phase, entry } = useCommitPhase();
  const waitSec = useSecondsUntil(isOnline ? nextTryMs : 0);
  const { own, others } = uploadRows(entry?.rifff.loops ?? [], queues);
  const isShown = phase === 'sending' || phase === 'waiting' || phase === 'refused';
  if (!isShown || own.every(({ state }) => state === 'arrived')) return null;
  const { rows, rest } = shownRows(own);
  return (
    <section className={styles.uploads} aria-label="Loops to upload">
      <ul>
        {rows.map((row) => (
          <UploadRow key={row.loopId} row={row} waitSec={waitSec} />
        ))}
        {rest && (
          <li>
            <span className={styles.sub}>{rest}</span>
          </li>
        )}
        {others > 0 && (
          <li>
            <span className={styles.sub}>
              {others === 1 ? 'A loop of another commit' : `${others} loops of other commits`}
            </span>
          </li>
        )}
      </ul>
      {phase === 'waiting' && isOnline && (
        <Button size="xs" onClick={sendNow}>
          Try now
        </Button>
      )}
    </section>
  );
}
