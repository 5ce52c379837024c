import type { PageSource } from '../../../kit/QueryList.tsx';
import type { HistoryView, OpenDraft } from '../../jam/useJam.ts';
import type { HistoryEntry } from '../historyEntry.ts';

/** What the history of a jam shows, and what it can do. */
export interface HistoryProps {
  view: HistoryView;
  /** Rifffs that came while one was here and were not heard yet. */
  fresh: ReadonlySet<string>;
  /** Oldest first. */
  entries: readonly HistoryEntry[];
  /** The draft that goes on from here, if there is one. */
  draft: OpenDraft | null;
  /** Has the draft sound, and shows it in place of the jam; null where it is made on a page of its own. */
  onDraft: (() => void) | null;
  shownId: string;
  pendingId: string | null;
  /** Rifffs of the jam in all. */
  total: number;
  /** Of a page that scrolls: a finger that goes up or down moves the page and not the map. */
  isNarrow: boolean;
  /** The rifffs before those of `entries`. */
  older: PageSource;
  /** Makes a rifff the one that is heard, at the next bar while something plays. */
  onChoose(id: string): void;
  /** As `onChoose` while something plays; else only shows it. */
  onScrub(id: string): void;
}
