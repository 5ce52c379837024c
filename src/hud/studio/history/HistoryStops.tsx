import { useMemo } from 'react';
import type { HistoryLayout } from '../../../drawing/history.ts';
import type { HistoryView, OpenDraft } from '../jam/useJam.ts';
import { HistoryDraft, HistoryStop } from './HistoryStop.tsx';
import type { HistoryEntry } from './historyEntry.ts';
import type { HistorySight } from './historyPlaces.ts';
import { TreeStop } from './TreeStop.tsx';

interface HistoryStopsProps {
  view: HistoryView;
  /** Rifffs that came while one was here and were not heard yet. */
  fresh: ReadonlySet<string>;
  /** Oldest first. */
  entries: readonly HistoryEntry[];
  draft: OpenDraft | null;
  shownId: string;
  pendingId: string | null;
  /** Makes a rifff the one that is heard. */
  onChoose(id: string): void;
  nodes: HistoryLayout['nodes'];
  sight: HistorySight;
  line: ReadonlySet<string>;
  place(along: number, lane: number): readonly [number, number];
  wordsPx: number | null;
  /** Id of the stop that has the focus now, or ''. */
  onFocusChange(id: string): void;
}

/** What can be chosen; by key from the newest on, as the eye goes. */
export function HistoryStops(props: HistoryStopsProps) {
  const { entries, draft, nodes, line, sight, place, wordsPx, shownId, pendingId } = props;
  const { onChoose, onFocusChange } = props;
  const { tree, numbers } = props.view;
  const byId = useMemo(() => new Map(entries.map((one) => [one.rifff._id, one])), [entries]);
  const inTree = useMemo(() => new Map(tree?.map((node) => [node.id, node])), [tree]);
  return (
    <ol
      onFocus={({ target }) => onFocusChange(target.closest('li')?.dataset.id ?? '')}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onFocusChange('');
      }}
    >
      {sight.indexes.toReversed().map((nodeAt) => {
        const placed = nodes[nodeAt];
        if (!placed) return null;
        const { id, along, lane, parentId } = placed;
        const item = {
          'data-id': id,
          'aria-posinset': nodes.length - nodeAt,
          'aria-setsize': nodes.length,
        };
        const entry = byId.get(id);
        const at = place(along, lane);
        if (entry) {
          return (
            <li key={id} {...item}>
              <HistoryStop
                entry={entry}
                all={entries}
                isShown={id === shownId}
                isOnLine={line.has(id)}
                isPending={id === pendingId && id !== shownId}
                isFresh={props.fresh.has(id)}
                at={at}
                wordsPx={wordsPx}
                onChoose={onChoose}
              />
            </li>
          );
        }
        const node = inTree.get(id);
        if (node) {
          return (
            <li key={id} {...item}>
              <TreeStop
                node={node}
                number={numbers.get(id)}
                isOnLine={line.has(id)}
                at={at}
                wordsPx={wordsPx}
                onChoose={onChoose}
              />
            </li>
          );
        }
        const from = parentId === null ? '' : (byId.get(parentId)?.title ?? '');
        return (
          draft && (
            <li key={id} {...item}>
              <HistoryDraft draft={draft} from={from} at={at} wordsPx={wordsPx} />
            </li>
          )
        );
      })}
    </ol>
  );
}
