/** What a history is made of: the rifffs that are known, and those that have to be asked for. */
import { useEffect, useMemo, useRef } from 'react';
import { isNarrowed } from '../../../data/rules/jam/historyFilter.ts';
import type { HistoryNode } from '../../../drawing/history.ts';
import type { HistoryView, OpenDraft } from '../jam/useJam.ts';
import type { HistoryEntry } from './historyEntry.ts';
import { DRAFT_ID, type HistorySight, nodeOf } from './historyPlaces.ts';

interface HistoryFacts {
  view: HistoryView;
  /** Oldest first. */
  entries: readonly HistoryEntry[];
  draft: OpenDraft | null;
}

/** What the layout places: the tree where it is known, the entries, and the draft after all of them. */
export function useHistoryNodes({
  entries,
  draft,
  view: { tree, filter },
}: HistoryFacts): HistoryNode[] {
  const known = useMemo(() => new Set(tree?.map(({ id }) => id)), [tree]);
  const found = useMemo(
    () =>
      entries
        // While only some are shown, what the tree leaves out is not wanted; what waits here always is.
        .filter(
          ({ rifff, unsent }) =>
            !known.has(rifff._id) && (tree === null || unsent !== null || !isNarrowed(filter)),
        )
        .map(nodeOf),
    [entries, known, tree, filter],
  );
  // Rifffs that come for places which the tree knows move nothing.
  const last = useRef(found);
  const isSame =
    found.length === last.current.length &&
    found.every(({ id, created }, at) => {
      const before = last.current[at];
      return before?.id === id && before.created === created;
    });
  const own = isSame ? last.current : found;
  useEffect(() => {
    last.current = own;
  });
  return useMemo(() => {
    const nodes = [...(tree ?? []), ...own];
    if (!draft) return nodes;
    const created = nodes.reduce((newest, node) => Math.max(newest, node.created), 0) + 1;
    return [...nodes, { id: DRAFT_ID, parentId: draft.parent?.rifffId ?? null, created }];
  }, [own, draft, tree]);
}

/** Rifffs in view for a shorter time than this, in ms, are not loaded. */
const REST_MS = 120;

/** Asks for the rifffs in sight that only the tree knows, once the history stands still. */
export function useNeeded(
  { entries, view }: Pick<HistoryFacts, 'entries' | 'view'>,
  sight: HistorySight,
): void {
  const { need } = view;
  useEffect(() => {
    const timer = setTimeout(() => {
      const here = new Set(entries.map(({ rifff }) => rifff._id));
      need([...sight.ids].filter((id) => id !== DRAFT_ID && !here.has(id)));
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [entries, need, sight.ids]);
}
