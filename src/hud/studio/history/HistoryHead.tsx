import { isNarrowed } from '../../../data/rules/jam/historyFilter.ts';
import type { PlacedNode } from '../../../drawing/history.ts';
import { NextPage, type PageSource } from '../../kit/QueryList.tsx';
import { useRegionText } from '../../parts/useRegionText.ts';
import type { HistoryView } from '../jam/useJam.ts';
import styles from './History.module.css';
import { HistoryFilters } from './HistoryFilters.tsx';
import type { HistoryEntry } from './historyEntry.ts';
import { DRAFT_ID } from './historyPlaces.ts';

interface HistoryHeadProps {
  view: HistoryView;
  /** Oldest first. */
  entries: readonly HistoryEntry[];
  shownId: string;
  /** Rifffs of the jam in all. */
  total: number;
  older: PageSource;
  /** Oldest first, with the draft. */
  nodes: readonly PlacedNode[];
  /** Goes to a place of the history, counted from the oldest. */
  onScrubTo(index: number): void;
}

/** How much there is of the history, the way through it, and what narrows it. */
export function HistoryHead(props: HistoryHeadProps) {
  const { view, entries, nodes, shownId, total, older, onScrubTo } = props;
  const text = useRegionText();
  const since = view.tree?.[0] ?? entries[0];
  const isSome = isNarrowed(view.filter);
  const shownCount = view.tree?.length ?? 0;
  const words = [
    isSome && view.tree && `${text.number(shownCount)} of`,
    total > 0 && text.count(total, 'rifff'),
    since && total > 0 && !older.hasNextPage && !isSome && `since ${text.day(since.created)}`,
  ];
  const places = nodes.filter(({ id }) => id !== DRAFT_ID);
  const at = places.findIndex(({ id }) => id === shownId);
  const here = places[at];
  return (
    <header className={styles.head}>
      <h2 className="t24">History</h2>
      <p className="muted" role="status">
        {words.filter(Boolean).join(' ')}
      </p>
      {older.hasNextPage && <NextPage source={older} size="line" older="rifffs" />}
      {total > 1 && <HistoryFilters view={view} />}
      {places.length > 2 && (
        <input
          type="range"
          className={styles.scrub}
          aria-label="Place in the history"
          aria-valuetext={here && `${at + 1} of ${places.length}, ${text.time(here.created)}`}
          min={0}
          max={places.length - 1}
          value={Math.max(0, at)}
          onChange={({ currentTarget }) => {
            const id = places[Number(currentTarget.value)]?.id;
            onScrubTo(nodes.findIndex((node) => node.id === id));
          }}
        />
      )}
    </header>
  );
}
