import { proxy, ref } from 'valtio/vanilla';
import type { PlaylistEntry } from '../../data/rules/playlist/entry.ts';
import { merge } from './merge.ts';

/** How far the sound of an entry has come. */
export type EntryLoad = 'idle' | 'loading' | 'ready' | 'failed';

interface PlaylistState {
  /** The active playlist; null where one thing is heard by itself (which stops at its end), or nothing. */
  activeId: string | null;
  /** Immutable, replaced as a whole. */
  entries: readonly PlaylistEntry[];
  /** Index of the last audible entry; −1 for none, and after it was removed from the list. */
  index: number;
  /** What is heard, was heard last, or is waited for: it may have been taken out of the entries. */
  current: PlaylistEntry | null;
  /**
   * Does the telemetry read the list? It does from when it plays until something else is played: rings of `current`
   * then follow the sound, and stand still while it is paused.
   */
  hasTelemetry: boolean;
  status: 'stopped' | 'loading' | 'playing' | 'paused';
  /** By the id of the entry. */
  loads: Record<string, EntryLoad>;
  /** Entries that were passed over since the list began, as they could not be loaded. */
  passedOver: string[];
  /** A sentence for people, or null. */
  error: string | null;
}

/** What the playlist engine plays. Written by the engine only. */
export const playlist = proxy<PlaylistState>({
  activeId: null,
  entries: ref([]),
  index: -1,
  current: null,
  hasTelemetry: false,
  status: 'stopped',
  loads: {},
  passedOver: [],
  error: null,
});

/** Merges a change into the state, skipping fields that do not differ. */
export const patchPlaylist = (change: Partial<PlaylistState>): void => merge(playlist, change);

/** Specification, section 4: back only above index 0 of an active playlist. */
export const canSkipBack = ({ activeId, index }: Pick<PlaylistState, 'activeId' | 'index'>) =>
  activeId !== null && index > 0;

/** Forward only below the last. */
export const canSkipForward = ({
  activeId,
  index,
  entries,
}: Pick<PlaylistState, 'activeId' | 'index' | 'entries'>) =>
  activeId !== null && index >= 0 && index < entries.length - 1;
