import { RifffDisc } from '../parts/rings/RifffDisc.tsx';
import styles from './History.module.css';
import { type HistoryEntry, originText, timeText } from './historyEntry.ts';

export const DISC_PX = 40;
export const SHOWN_DISC_PX = 68;

export interface HistoryDiscProps {
  entry: HistoryEntry;
  isShown: boolean;
  /** Is it on the line that matters? */
  isOnLine: boolean;
  /** Chosen, and heard at the next bar. */
  isPending: boolean;
  /** Its middle inside what holds it; CSS lengths or pixels. */
  x: number | string;
  y: number | string;
}

/** What there is to say of a rifff of the history besides its name. */
export function entryDetails(entry: HistoryEntry, all: readonly HistoryEntry[]): string {
  const { rifff, created, unsent } = entry;
  const words = [
    timeText(created),
    rifff.userName && !unsent && `by ${rifff.userName}`,
    originText(entry, all),
    unsent && (unsent.state === 'refused' ? `not sent: ${unsent.reason}` : 'not sent yet'),
  ];
  return words.filter(Boolean).join(', ');
}

/** One rifff of the history: its emblem on the ground, larger and with a keyline when it is on show. */
export function HistoryDisc({ entry, isShown, isOnLine, isPending, x, y }: HistoryDiscProps) {
  const sizePx = isShown ? SHOWN_DISC_PX - 12 : DISC_PX;
  return (
    <span
      className={styles.disc}
      data-shown={isShown || undefined}
      data-pending={isPending || undefined}
      data-unsent={entry.unsent !== null || undefined}
      style={{ left: x, top: y }}
    >
      <RifffDisc
        rifff={entry.rifff}
        sizePx={sizePx}
        isFar={!isOnLine && !isShown}
        isUnsent={entry.unsent !== null}
      />
    </span>
  );
}
