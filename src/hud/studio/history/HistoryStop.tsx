import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import { isHouseBand, type NameOf } from '../../../data/rules/sharing/accountText.ts';
import { session } from '../../../data/stores/session.ts';
import { formatCount } from '../../parts/controls/format.ts';
import { useNames } from '../../parts/people/useNames.ts';
import { RifffDisc } from '../../parts/rings/RifffDisc.tsx';
import { ProgramMark } from '../../parts/shares/Byline.tsx';
import { type RegionText, useRegionText } from '../../parts/useRegionText.ts';
import { initialOf } from '../../system/Avatar.tsx';
import type { OpenDraft } from '../jam/useJam.ts';
import styles from './History.module.css';
import { type HistoryEntry, originText } from './historyEntry.ts';
import { DISC_PX } from './historyPlaces.ts';

export interface HistoryStopProps {
  entry: HistoryEntry;
  all: readonly HistoryEntry[];
  isShown: boolean;
  /** Is it on the line that matters? */
  isOnLine: boolean;
  /** Chosen, and heard at the next bar. */
  isPending: boolean;
  /** It came while one was here, and was not heard yet. */
  isFresh: boolean;
  at: readonly [number, number];
  /** Words beside the disc, so far from the left; null where there are none. */
  wordsPx: number | null;
  onChoose(id: string): void;
}

/** One rifff of the history to choose: a disc on the line, in narrow windows with its words in a row. */
export function HistoryStop(props: HistoryStopProps) {
  const { entry, all, isShown, isOnLine, isPending, isFresh, at, wordsPx, onChoose } = props;
  const [x, y] = at;
  const said = entryDetails(entry, all, useRegionText(), useNames());
  const details = isFresh ? `new, ${said}` : said;
  const isRow = wordsPx !== null;
  const name = isRow ? undefined : `${entry.title}, ${details}`;
  return (
    <button
      type="button"
      className={isRow ? `focusInside ${styles.row}` : styles.stop}
      style={isRow ? { top: y } : { left: x, top: y }}
      data-fresh={isFresh || undefined}
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
          <span className={`medium ${isShown ? 'thickUnderline' : ''} hoverThick ${styles.name}`}>
            {entry.title} {isHouseBand(entry.rifff.userName) && <ProgramMark />}
          </span>
          <span className="t13 muted">{details}</span>
        </span>
      )}
    </button>
  );
}

const SHOWN_DISC_PX = 68;

interface HistoryDiscProps {
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
function entryDetails(
  entry: HistoryEntry,
  all: readonly HistoryEntry[],
  text: RegionText,
  nameOf: NameOf,
): string {
  const { rifff, created, unsent } = entry;
  const who = unsent ? '' : nameOf(rifff.userName, rifff);
  const words = [
    text.time(created),
    who && `by ${who}`,
    originText(entry, all, nameOf),
    unsent && (unsent.state === 'refused' ? `not sent: ${unsent.reason}` : 'not sent yet'),
  ];
  return words.filter(Boolean).join(', ');
}

/** One rifff of the history: its emblem on the ground, larger and with a keyline when it is on show. */
function HistoryDisc({ entry, isShown, isOnLine, isPending, x, y }: HistoryDiscProps) {
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
      className={isRow ? `focusInside ${styles.row}` : styles.stop}
      style={isRow ? { top: y } : { left: x, top: y }}
      aria-label={isRow ? undefined : name}
      title={isRow ? undefined : name}
    >
      <span
        className={`${styles.disc} ${styles.draft}`}
        style={isRow ? { left: x, top: '50%' } : undefined}
        aria-hidden="true"
      >
        <span className="hoverEdge">
          {initialOf(user?.profile.displayName || user?.user_id || 'You')}
        </span>
      </span>
      {isRow && (
        <span className={styles.words} style={{ marginLeft: wordsPx }}>
          <span className="medium hoverThick">Your draft</span>
          <span className="t13 muted">{text}</span>
        </span>
      )}
    </Link>
  );
}
