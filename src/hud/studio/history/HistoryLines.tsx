import type { HistoryEdge, HistoryLayout } from '../../../drawing/history.ts';
import styles from './History.module.css';
import type { HistoryEntry } from './historyEntry.ts';
import { DRAFT_ID, edgePath, type HistorySight } from './historyPlaces.ts';

interface HistoryLinesProps {
  entries: readonly HistoryEntry[];
  layout: HistoryLayout;
  /** Turns a place of the layout into a point of the picture, in CSS pixels. */
  place(along: number, lane: number): readonly [number, number];
  /** Ids on the line that matters. */
  line: ReadonlySet<string>;
  sight: HistorySight;
}

const STUB_PX = 34;

/** The lines between the discs; only a picture. The line that matters lies on the others. */
export function HistoryLines({ entries, layout, place, line, sight }: HistoryLinesProps) {
  const idsOf = (has: (entry: HistoryEntry) => boolean) =>
    entries.filter(has).map(({ rifff }) => rifff._id);
  /** Rifffs that came from another jam: a line into them from outside. */
  const remixes = new Set(idsOf(({ remixOf }) => remixOf !== ''));
  /** Commits that have not arrived: their lines are dotted. */
  const unsent = new Set([...idsOf((entry) => entry.unsent !== null), DRAFT_ID]);
  const isOn = ({ from, to }: HistoryEdge) => line.has(from) && line.has(to);
  const inSight = layout.edges.filter(
    ({ fromAlong, toAlong }) => toAlong >= sight.from && fromAlong <= sight.to,
  );
  const edges = inSight.sort((a, b) => Number(isOn(a)) - Number(isOn(b)));
  return (
    <svg className={styles.lines} aria-hidden="true">
      {edges.map((edge) => (
        <path
          key={edge.to}
          d={edgePath(edge, place)}
          className={isOn(edge) ? styles.mainLine : styles.sideLine}
          strokeDasharray={unsent.has(edge.to) ? '1 5' : undefined}
        />
      ))}
      {layout.nodes
        .filter(({ id }) => remixes.has(id) && sight.ids.has(id))
        .map(({ id, along, lane }) => {
          const [x, y] = place(along, lane);
          const [fromX, fromY] = [x - STUB_PX, y - STUB_PX];
          return (
            <g key={id} className={line.has(id) ? styles.mainLine : styles.sideLine}>
              <path d={`M${fromX + 3.5} ${fromY + 3.5}L${x} ${y}`} />
              <circle cx={fromX} cy={fromY} r="5" />
            </g>
          );
        })}
    </svg>
  );
}
