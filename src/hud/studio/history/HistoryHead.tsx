import { isNarrowed } from '../../../data/rules/jam/historyFilter.ts';
import type { MapNode } from '../../../data/rules/jam/map/mapLayout.ts';
import { NextPage, type PageSource } from '../../kit/QueryList.tsx';
import { useRegionText } from '../../parts/useRegionText.ts';
import { Button, IconButton } from '../../system/Button.tsx';
import type { HistoryView } from '../jam/useJam.ts';
import styles from './History.module.css';
import { HistoryFilters } from './HistoryFilters.tsx';
import type { HistoryEntry } from './historyEntry.ts';
import type { MapControls } from './map/useMap.ts';

interface HistoryHeadProps {
  view: HistoryView;
  /** Oldest first. */
  entries: readonly HistoryEntry[];
  shownId: string;
  /** Rifffs of the jam in all. */
  total: number;
  older: PageSource;
  /** Oldest first. */
  nodes: readonly MapNode[];
  controls: MapControls;
  /** Goes to a place of the history, counted from the oldest. */
  onScrubTo(index: number): void;
}

/** How much there is of the history, the way through it, and what narrows it. */
export function HistoryHead(props: HistoryHeadProps) {
  const { view, entries, nodes, shownId, total, older, controls, onScrubTo } = props;
  const text = useRegionText();
  const since = view.tree?.[0] ?? entries[0];
  const isSome = isNarrowed(view.filter);
  const words = [
    isSome && view.matches && `${text.number(view.matches.size)} of`,
    total > 0 && text.count(total, 'rifff'),
    since && total > 0 && !older.hasNextPage && !isSome && `since ${text.day(since.created)}`,
  ];
  const at = nodes.findIndex(({ id }) => id === shownId);
  const here = nodes[at];
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h2 className="t24">History</h2>
        <p className="truncate muted" role="status">
          {words.filter(Boolean).join(' ')}
        </p>
        {older.hasNextPage && <NextPage source={older} size="line" older="rifffs" />}
        {nodes.length > 1 && (
          <fieldset className={styles.zoom} aria-label="View of the map">
            <IconButton size="xs" icon="minus" label="Further away" onClick={controls.further} />
            <IconButton size="xs" icon="plus" label="Nearer" onClick={controls.nearer} />
            <IconButton
              size="xs"
              icon="expand"
              label="The whole history"
              onClick={controls.whole}
            />
            <Button size="xs" variant="bare" onClick={controls.now}>
              Now
            </Button>
          </fieldset>
        )}
      </div>
      {total > 1 && (
        <div className={styles.tools}>
          <HistoryFilters view={view} />
          {nodes.length > 2 && (
            <input
              type="range"
              className={styles.scrub}
              aria-label="Place in the history"
              aria-valuetext={here && `${at + 1} of ${nodes.length}, ${text.time(here.created)}`}
              min={0}
              max={nodes.length - 1}
              value={Math.max(0, at)}
              onChange={({ currentTarget }) => onScrubTo(Number(currentTarget.value))}
            />
          )}
        </div>
      )}
    </header>
  );
}
