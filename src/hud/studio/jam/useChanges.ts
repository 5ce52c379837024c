import { useEffect, useMemo, useRef, useState } from 'react';
import { answeredBeside, changedSlots } from '../../../data/rules/jam/answers.ts';
import { ringMakers } from '../../../data/rules/sharing/credits.ts';
import { nameSoon } from '../../../data/stores/people.ts';
import { notify } from '../../../data/stores/ui.ts';
import { siblingText } from '../../parts/commit/useSiblingNote.ts';
import { useNames } from '../../parts/people/useNames.ts';
import { useReader } from '../../parts/shares/useReader.ts';
import type { HistoryEntry } from '../history/historyEntry.ts';
import type { JamView } from './useJam.ts';

/** So long it stands beside a rifff what it has changed. */
const NEWS_MS = 8000;
const NONE: readonly number[] = [];

/** The rings that a rifff changed against its parent, and for some seconds in words who did. */
export function useChanges(
  entry: HistoryEntry | undefined,
  all: readonly HistoryEntry[],
  need: (ids: readonly string[]) => void,
): { slots: readonly number[]; news: string } {
  const rifff = entry?.rifff;
  const parentId = entry?.parentId ?? null;
  const parent = all.find((one) => one.rifff._id === parentId)?.rifff;
  const isMissing = parentId !== null && !parent;
  useEffect(() => {
    if (isMissing && parentId !== null) need([parentId]);
  }, [isMissing, parentId, need]);
  const slots = useMemo(
    () => (rifff && parent ? changedSlots(rifff, parent) : NONE),
    [rifff, parent],
  );
  const id = rifff?._id ?? '';
  const [toldId, setTold] = useState('');
  useEffect(() => {
    if (slots.length === 0) return;
    const timer = setTimeout(() => setTold(id), NEWS_MS);
    return () => clearTimeout(timer);
  }, [id, slots]);
  const isNews = rifff !== undefined && slots.length > 0 && toldId !== id;
  const rings = isNews ? ringMakers(rifff).filter(({ slot }) => slots.includes(slot)) : [];
  const names = [...new Set(rings.map(({ category }) => category))];
  const nameOf = useNames();
  const who = rifff ? nameOf(rifff.userName, rifff) : '';
  return { slots, news: names.length > 0 && who ? `${who} changed ${names.join(', ')}` : '' };
}

/** Tells the reader when another person answers a rifff that the reader answered too. */
export function useBesideNote({ tree, numbers }: Pick<JamView, 'tree' | 'numbers'>): void {
  const reader = useReader();
  const seen = useRef<ReadonlySet<string> | null>(null);
  // The numbers are there once the whole tree is.
  const isWhole = numbers.size > 0;
  useEffect(() => {
    if (!tree || !isWhole) return;
    const before = seen.current;
    const fresh = before ? tree.filter(({ id }) => !before.has(id)) : [];
    seen.current = new Set([...(before ?? []), ...tree.map(({ id }) => id)]);
    const who = answeredBeside(tree, fresh, reader);
    if (who !== '') void nameSoon(who).then((name) => notify(siblingText(name)));
  }, [tree, isWhole, reader]);
}
