/** The way from wherever a rifff or a track is into a playlist. */
import { askForPlaylist, type ToAdd } from '../../../data/stores/addToPlaylist.ts';
import type { MenuItem } from '../../system/Menu.tsx';

/** A row of a menu that asks into which playlist something shall go. */
export function addToPlaylistItem(what: ToAdd): MenuItem {
  return {
    id: 'playlist',
    title: 'Add to playlist',
    icon: 'list',
    run: () => askForPlaylist(what),
  };
}
