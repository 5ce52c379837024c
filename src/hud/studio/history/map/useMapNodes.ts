/** What a map is made of: the rifffs that are known, and what is being made now. */
import { useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Present } from '../../../../data/contract/live.ts';
import type { MapDraft } from '../../../../data/rules/jam/map/mapDrafts.ts';
import type { MapNode } from '../../../../data/rules/jam/map/mapLayout.ts';
import { madeNow } from '../../../../data/rules/jam/presence.ts';
import { room } from '../../../../data/stores/room.ts';
import { useReader } from '../../../parts/shares/useReader.ts';
import type { HistoryView, OpenDraft } from '../../jam/useJam.ts';
import type { HistoryEntry } from '../historyEntry.ts';

/** Stands for the reader's draft among the ids of what is made. */
export const DRAFT_ID = 'draft';

/** The rifffs of a map: the tree where it is known, and the entries that it does not know. */
export function useMapNodes(
  entries: readonly HistoryEntry[],
  { tree }: Pick<HistoryView, 'tree'>,
): readonly MapNode[] {
  const reader = useReader();
  const known = useMemo(() => new Set(tree?.map(({ id }) => id)), [tree]);
  const found = useMemo(
    () =>
      entries
        .filter(({ rifff }) => !known.has(rifff._id))
        .map(
          ({ rifff, parentId, created, unsent }): MapNode => ({
            id: rifff._id,
            parentId,
            created,
            user: unsent ? rifff.userName || reader : rifff.userName,
          }),
        ),
    [entries, known, reader],
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
  return useMemo(() => [...(tree ?? []), ...own], [tree, own]);
}

export type Maker = Pick<Present, 'user' | 'displayName' | 'activity' | 'answers'>;

/** Who else makes something in this room; the same array until one of them begins another thing. */
export function useMakers(): readonly Maker[] {
  const reader = useReader();
  const { here } = useSnapshot(room);
  const makers = madeNow(Object.values(here), reader);
  const key = JSON.stringify(
    makers.map(({ user, displayName, activity, answers }) => [
      user,
      displayName,
      activity,
      answers,
    ]),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that is shown of them
  return useMemo(() => makers, [key]);
}

/** What is being made now: the reader's draft first, then what others make. */
export function useMapDrafts(draft: OpenDraft | null, makers: readonly Maker[]): MapDraft[] {
  const reader = useReader();
  return useMemo(() => {
    const own = draft && {
      id: DRAFT_ID,
      user: reader,
      parentId: draft.parent?.rifffId ?? null,
    };
    const others = makers.map(({ user, answers }) => ({ id: user, user, parentId: answers }));
    return own ? [own, ...others] : others;
  }, [draft, makers, reader]);
}
