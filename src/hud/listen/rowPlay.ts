/** How a page plays the row: along it, into what stands anywhere in it, and matched to what is heard. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { transport } from '../../audio/state/transport.ts';
import type { ListenEntry } from '../../data/rules/listening/entry.ts';
import { matchedRifff, matchTo } from '../../data/rules/listening/match.ts';
import {
  chooseRifff,
  heardOf,
  listening,
  matchRifff,
  mixOf,
  musicKey,
} from '../../data/stores/listening.ts';
import { listenOrder } from '../../data/stores/listenOrder.ts';
import {
  entryOf,
  hasTurned,
  listenQueue,
  playNext,
  playsNow,
  removeFromQueue,
} from '../../data/stores/listenQueue.ts';
import type { Listening } from '../parts/listening/useListening.ts';
import type { ListenRow } from './useListenRow.ts';

/** A piece goes on behind the part that was chosen: the parts before it do not come after it. */
export function passOver(key: string): void {
  const { next } = listenQueue.row;
  const at = next.findIndex((one) => one.key === key);
  const winner = next[at]?.part?.winner;
  for (const one of next.slice(0, Math.max(0, at))) {
    if (one.part?.winner === winner) removeFromQueue(one.key);
  }
}

/** Skips along the row: where a source has few, what was heard last is what comes next. */
export function useRowSkips(listened: Listening, { near, next, heard }: ListenRow): Listening {
  const isKnown = (key: string | undefined) => near.some(({ ref }) => ref.key === key);
  const [before, after] = [heard.at(-1)?.key, next[0]?.key];
  const { show } = listened;
  return {
    ...listened,
    hasPrevious: isKnown(before),
    hasNext: isKnown(after),
    skip: (by) => {
      const key = by < 0 ? before : after;
      if (key !== undefined && isKnown(key)) show(key);
    },
  };
}

/**
 * Says where the rifff goes that is about to be brought in: to the one that is heard, where that is wished. One that
 * plays, or rests, stays as it is.
 */
export function matchIn(id: string): void {
  const { status, currentRifffId } = transport;
  const next = entryOf(id);
  if (!next || (next.item.rifff._id === currentRifffId && status !== 'stopped')) return;
  const heardId = currentRifffId && (listening.askedAs[currentRifffId] ?? currentRifffId);
  const heard = status === 'playing' && heardId ? entryOf(heardId) : undefined;
  const wish = { tempo: listenOrder.matchesTempo, key: listenOrder.matchesKey };
  const { rifff } = next.item;
  matchRifff(rifff, heard ? matchTo(mixOf(rifff), heardOf(heard.item.rifff), wish) : null);
}

/** The shown rifff as it sounds: the mix, where it was matched to. */
export function useHeard(mix: ListenEntry['item']['rifff']) {
  const { matches } = useSnapshot(listening);
  const match = matches[musicKey(mix)];
  return useMemo(() => matchedRifff(mix, match), [mix, match]);
}

/** Keeps the row and what is shown the same: what sounds decides while it plays, the row where it does not. */
export function useSync(nowKey: string, shownKey: string): void {
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (transport.status !== 'playing') chooseRifff(nowKey);
  }, [nowKey]);
  useEffect(() => {
    const isFirst = before.current === null;
    before.current = shownKey;
    if (isFirst && transport.status !== 'playing') return;
    playsNow(shownKey);
  }, [shownKey]);
}

/** Brings in what stands anywhere in the queue or in a family; and the first of another source, as soon as it is there. */
export function useBring(
  near: readonly ListenEntry[],
  show: (key: string) => void,
  search: string,
): (key: string) => void {
  const { isTurning } = useSnapshot(listenQueue);
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (!isTurning || listenQueue.source !== search) return;
    const first = listenQueue.row.next.find(({ isOwn }) => !isOwn);
    if (!first || !near.some(({ ref }) => ref.key === first.key)) return;
    hasTurned();
    show(first.key);
  }, [near, isTurning, search, show]);
  useEffect(() => {
    if (wanted === null || !near.some(({ ref }) => ref.key === wanted)) return;
    setWanted(null);
    show(wanted);
  }, [near, wanted, show]);
  return useCallback((key: string) => {
    const entry = entryOf(key);
    if (!entry) return;
    const { next, heard } = listenQueue.row;
    // What is further away comes to the front first, so that the engine is told of it.
    const isNear = [...next.slice(0, 4), ...heard.slice(-3)].some((one) => one.key === key);
    if (!isNear) playNext(entry.ref);
    setWanted(key);
  }, []);
}
