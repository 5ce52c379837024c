/** The playlist that is listened to, on whatever page: declared to the engine, and its place kept on this device. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Engine } from '../../../audio/engine/Engine.ts';
import type { PlaylistSound } from '../../../audio/playlist/PlaylistSound.ts';
import { canSkipBack, canSkipForward, playlist } from '../../../audio/state/playlist.ts';
import { ApiError } from '../../../data/contract/errors.ts';
import type { PlaylistItem } from '../../../data/contract/playlists.ts';
import { loadAllItems, playlistQuery } from '../../../data/queries/playlists.ts';
import type { PlaylistEntry } from '../../../data/rules/playlist/entry.ts';
import { itemSeconds, playableEntries, startIndex } from '../../../data/rules/playlist/playable.ts';
import type { PlaylistView } from '../../../data/rules/playlist/view.ts';
import { closeList, keepListPlace, openList } from '../../../data/stores/playlist.ts';
import { session } from '../../../data/stores/session.ts';
import { notify } from '../../../data/stores/ui.ts';
import { useEngine } from '../../EngineContext.tsx';
import { endList, playItem, toggleList } from '../../parts/playlist/listPlaying.ts';

/** How often the place is written down while it plays. */
const KEEP_MS = 4000;

export interface FootList {
  /** Undefined while it is coming. */
  readonly view: PlaylistView | undefined;
  readonly isFailed: boolean;
  /** What is heard, or will be heard first. */
  readonly item: PlaylistItem | undefined;
  /** What can be heard, in its order. */
  readonly entries: readonly PlaylistEntry[];
  readonly status: 'stopped' | 'loading' | 'playing' | 'paused';
  readonly canBack: boolean;
  readonly canForward: boolean;
  readonly durationSec: number;
  positionSec(): number;
  toggle(): void;
  play(itemId: string): void;
  skip(by: -1 | 1): void;
  seek(seconds: number): void;
  pause(): void;
  close(): void;
  retry(): void;
}

const sameList = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((one, at) => one === b[at]);

/** The engine's player of lists, once something was asked of it. */
function useSound(engine: Engine, isActive: boolean) {
  const sound = useRef<PlaylistSound | null>(null);
  useEffect(() => {
    if (!isActive) return;
    let isHere = true;
    engine.playlist().then(
      (made) => {
        if (isHere) sound.current = made;
      },
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [engine, isActive]);
  return sound;
}

export function useFootList(): FootList {
  const engine = useEngine();
  const queries = useQueryClient();
  const { status: who } = useSnapshot(session);
  const { playlistId, place, taken, from } = useSnapshot(openList);
  const now = useSnapshot(playlist);
  const id = playlistId ?? '';
  const query = useQuery({
    ...playlistQuery(id, queries),
    enabled: id !== '' && who !== 'unknown',
  });
  const { data: view, error, refetch } = query;
  const isActive = now.activeId === id && now.status !== 'stopped';
  const sound = useSound(engine, isActive);

  const entries = useMemo(() => (view ? playableEntries(view, taken) : []), [view, taken]);
  // What others and this listener changed is played from now on.
  useEffect(() => {
    if (!isActive || entries.length === 0 || sameList(entries, playlist.entries)) return;
    void engine.playlist().then((made) => made.setEntries(id, entries));
  }, [engine, isActive, id, entries]);
  // The whole playlist is played, not only the part that the reader scrolled to: load the rest.
  const isPart = view !== undefined && view.known.size < view.order.length;
  useEffect(() => {
    if (isPart) void loadAllItems(queries, id);
  }, [isPart, queries, id]);
  // Deleted, or not for this reader any more.
  const isGone = error instanceof ApiError && error.status === 404 && !query.isFetching;
  useEffect(() => {
    if (!isGone) return;
    endList(engine, id);
    notify('The playlist that you listened to is gone.');
  }, [isGone, engine, id]);

  const resting = view ? startIndex(view, entries, place?.itemId ?? '') : -1;
  const entry = isActive ? now.current : entries[resting];
  // What was taken out while it is heard stays on show until it is over.
  const lastItem = useRef<PlaylistItem>(undefined);
  if (entry && entry.id !== lastItem.current?.id) lastItem.current = undefined;
  const item = entry ? (view?.known.get(entry.id) ?? lastItem.current) : undefined;
  lastItem.current = item;
  const durationSec = (item && itemSeconds(item)) ?? 0;

  // Played through: it begins anew with the next press.
  const firstId = entries[0]?.id;
  const wasActive = useRef(false);
  useEffect(() => {
    const isOver = wasActive.current && !isActive && now.activeId === id;
    wasActive.current = isActive;
    if (isOver && firstId !== undefined) keepListPlace({ itemId: firstId, seconds: 0 });
  }, [isActive, now.activeId, id, firstId]);

  const positionSec = () => {
    if (isActive) return sound.current?.positionSec() ?? 0;
    return entry?.id === place?.itemId ? (place?.seconds ?? 0) : 0;
  };
  const latest = useRef({ entryId: entry?.id, isActive, positionSec });
  latest.current = { entryId: entry?.id, isActive, positionSec };
  useEffect(() => {
    const keep = () => {
      const { entryId, isActive: isHeard, positionSec: at } = latest.current;
      if (isHeard && entryId !== undefined) keepListPlace({ itemId: entryId, seconds: at() });
    };
    const timer = setInterval(keep, KEEP_MS);
    window.addEventListener('pagehide', keep);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, []);

  const skips = isActive ? now : { activeId: view ? id : null, index: resting, entries };
  return {
    view,
    isFailed: view === undefined && (query.isError || query.fetchStatus === 'paused'),
    item,
    entries,
    status: isActive ? now.status : 'paused',
    canBack: canSkipBack(skips),
    canForward: canSkipForward(skips as Parameters<typeof canSkipForward>[0]),
    durationSec,
    positionSec,
    toggle: () => view && void toggleList(engine, view),
    play: (itemId) => view && void playItem(engine, view, itemId, from),
    skip(by) {
      if (isActive) return void sound.current?.skip(by);
      const next = entries[resting + by];
      if (next) keepListPlace({ itemId: next.id, seconds: 0 });
    },
    seek(seconds) {
      if (isActive) void sound.current?.seek(seconds);
      else if (entry) keepListPlace({ itemId: entry.id, seconds });
    },
    pause() {
      if (isActive && playlist.status !== 'paused') sound.current?.pause();
    },
    close() {
      if (isActive) sound.current?.stop();
      closeList();
    },
    retry: () => void refetch(),
  };
}
