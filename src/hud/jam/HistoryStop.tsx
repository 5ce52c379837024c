import styles from './History.module.css';
import { entryDetails, HistoryDisc } from './HistoryDisc.tsx';
import type { HistoryEntry } from './historyEntry.ts';

export interface HistoryStopProps {
  entry: HistoryEntry;
  all: readonly HistoryEntry[];
  isShown: boolean;
  /** Is it on the line that matters? */
  isOnLine: boolean;
  /** Chosen, and heard at the next bar. */
  isPending: boolean;
  at: readonly [number, number];
  /** Words beside the disc, so far from the left; null where there are none. */
  wordsPx: number | null;
  onChoose(id: string): void;
}

/** One rifff of the history to choose: a disc on the line, in narrow windows with its words in a row. */
export function HistoryStop(props: HistoryStopProps) {
  const { entry, all, isShown, isOnLine, isPending, at, wordsPx, onChoose } = props;
  const [x, y] = at;
  const details = entryDetails(entry, all);
  const isRow = wordsPx !== null;
  const name = isRow ? undefined : `${entry.title}, ${details}`;
  return (
    <button
      type="button"
      className={isRow ? styles.row : styles.stop}
      style={isRow ? { top: y } : { left: x, top: y }}
      aria-label={name}
      aria-current={isShown || undefined}
      title={name}
      onClick={() => onChoose(entry.rifff._id)}
    >
      <HistoryDisc
        entry={entry}
        isShown={isShown}
        isOnLine={isOnLine}
        isPending={isPending}
        x={isRow ? x : 0}
        y={isRow ? '50%' : 0}
      />
      {isRow && (
        <span className={styles.words} style={{ marginLeft: wordsPx }}>
          <span className={styles.name}>{entry.title}</span>
          <span className="t13 muted">{details}</span>
        </span>
      )}
    </button>
  );
}
