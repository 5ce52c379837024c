/** Listening to a playlist: what pages and the player at their foot ask of the engine. */
import { useSnapshot } from 'valtio';
import type { Engine } from '../../../audio/engine/Engine.ts';
import { playlist } from '../../../audio/state/playlist.ts';
import { transport } from '../../../audio/state/transport.ts';
import { playableEntries, startIndex } from '../../../data/rules/playlist/playable.ts';
import type { PlaylistView } from '../../../data/rules/playlist/view.ts';
import { closeList, listenTo, openList } from '../../../data/stores/playlist.ts';
import { notify } from '../../../data/stores/ui.ts';

/** Plays an item of a playlist, at `seconds` from its top, and then what follows it. Call it inside the gesture. */
async function playAt(
  engine: Engine,
  view: PlaylistView,
  itemId: string,
  seconds: number,
): Promise<void> {
  // What stopped all sound says so by itself.
  if (transport.isSilenced) return;
  try {
    // Inside the gesture, before anything is awaited.
    const unlocked = engine.unlock();
    const sound = await engine.playlist();
    await unlocked;
    const entries = playableEntries(view, openList.taken);
    const index = startIndex(view, entries, itemId);
    if (index < 0) {
      notify('Nothing in this playlist can be played now.');
      return;
    }
    sound.setEntries(view.playlist.id, entries);
    const begun = sound.play(index);
    if (seconds > 0 && entries[index]?.id === itemId) await sound.seek(seconds);
    await begun;
  } catch (error) {
    console.info('The playlist did not start', error);
    notify('The playlist could not be played. Is there a network?');
  }
}

/** Plays an item from its top. @param from the page where it is asked for */
export async function playItem(
  engine: Engine,
  view: PlaylistView,
  itemId: string,
  from: string,
): Promise<void> {
  listenTo(view.playlist.id, itemId, from);
  await playAt(engine, view, itemId, 0);
}

/** Pauses what plays; else goes on where it paused, also after a reload. */
export async function toggleList(engine: Engine, view: PlaylistView): Promise<void> {
  const { status, activeId } = playlist;
  const isHere = activeId === view.playlist.id && status !== 'stopped';
  if (!isHere) {
    const { place } = openList;
    await playAt(engine, view, place?.itemId ?? view.order[0] ?? '', place?.seconds ?? 0);
    return;
  }
  if (transport.isSilenced) return;
  const unlocked = engine.unlock();
  const sound = await engine.playlist();
  if (status === 'playing' || status === 'loading') sound.pause();
  else {
    await unlocked;
    await sound.resume();
  }
}

/** A playlist is there no more: it is heard no more either. */
export function endList(engine: Engine, playlistId: string): void {
  if (playlist.activeId === playlistId) void engine.playlist().then((sound) => sound.stop());
  if (openList.playlistId === playlistId) closeList();
}

export interface ListPlaying {
  /** Item that is heard, or was heard last, where the playlist is the one that is listened to; else null. */
  readonly itemId: string | null;
  readonly status: 'stopped' | 'loading' | 'playing' | 'paused';
}

/** What of a playlist is heard. */
export function useListPlaying(playlistId: string): ListPlaying {
  const { activeId, current, status } = useSnapshot(playlist);
  const { playlistId: openId, place } = useSnapshot(openList);
  if (activeId === playlistId && status !== 'stopped') {
    return { itemId: current?.id ?? null, status };
  }
  // Paused at its place, as it was before the page was loaded again.
  return openId === playlistId && place
    ? { itemId: place.itemId, status: 'paused' }
    : { itemId: null, status: 'stopped' };
}
