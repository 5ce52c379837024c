import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import { session } from '../../data/stores/session.ts';
import { formatCount } from '../parts/controls/format.ts';
import { initialOf } from '../system/Avatar.tsx';
import styles from './History.module.css';
import type { OpenDraft } from './useOpenDraft.ts';

export interface HistoryDraftProps {
  draft: OpenDraft;
  /** What it goes on from, for people; '' for nothing in this jam. */
  from: string;
  at: readonly [number, number];
  /** As of a stop. */
  wordsPx: number | null;
}

/** The draft that was not sent: a dashed circle with its maker's initial, leading to the editor. */
export function HistoryDraft({ draft, from, at, wordsPx }: HistoryDraftProps) {
  const { user } = useSnapshot(session);
  const [x, y] = at;
  const isRow = wordsPx !== null;
  const details = [formatCount(draft.loops, 'loop'), from && `from ${from}`, 'not committed'];
  const text = details.filter(Boolean).join(', ');
  const name = `Your draft, ${text}`;
  return (
    <Link
      to="/jam"
      className={isRow ? styles.row : styles.stop}
      style={isRow ? { top: y } : { left: x, top: y }}
      aria-label={name}
      title={isRow ? undefined : name}
    >
      <span
        className={`${styles.disc} ${styles.draft}`}
        style={isRow ? { left: x, top: '50%' } : undefined}
        aria-hidden="true"
      >
        <span>{initialOf(user?.profile.displayName || user?.user_id || 'You')}</span>
      </span>
      {isRow && (
        <span className={styles.words} style={{ marginLeft: wordsPx }}>
          <span className={styles.name}>Your draft</span>
          <span className="t13 muted">{text}</span>
        </span>
      )}
    </Link>
  );
}
