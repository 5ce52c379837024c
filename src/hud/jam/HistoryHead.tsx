import { dayText } from '../../data/stores/locale.ts';
import { Button } from '../system/Button.tsx';
import styles from './History.module.css';
import type { HistoryEntry } from './historyEntry.ts';

export interface HistoryHeadProps {
  entries: readonly HistoryEntry[];
  /** Rifffs of the jam in all. */
  total: number;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  onOlder(): void;
}

/** How much there is of the history, and the way to more. */
export function HistoryHead(props: HistoryHeadProps) {
  const { entries, total, hasOlder, isLoadingOlder, onOlder } = props;
  const since = entries[0];
  const words = [
    total > 0 && (total === 1 ? '1 rifff' : `${total} rifffs`),
    since && total > 0 && !hasOlder && `since ${dayText(since.created)}`,
  ];
  return (
    <header className={styles.head}>
      <h2 className="t24">History</h2>
      <p className="muted">{words.filter(Boolean).join(' ')}</p>
      {hasOlder && (
        <Button size="xs" disabled={isLoadingOlder} onClick={onOlder}>
          {isLoadingOlder ? 'Loading' : 'Older'}
        </Button>
      )}
    </header>
  );
}
