import { useSnapshot } from 'valtio';
import { addToPlaylist, closeAddToPlaylist } from '../../data/stores/addToPlaylist.ts';
import { closeList, openList } from '../../data/stores/playlist.ts';
import { lazyPiece } from '../parts/page/lazyPiece.tsx';
import type { FootPlayerProps } from './FootPlayer.tsx';

const footPlayer = lazyPiece<FootPlayerProps>(
  'The player',
  async () => (await import('./FootPlayer.tsx')).FootPlayer,
  closeList,
);

const addDialog = lazyPiece<object>(
  'The playlists',
  async () => (await import('../parts/playlist/AddToPlaylist.tsx')).AddToPlaylist,
  closeAddToPlaylist,
);

/** What of playlists stands over every page, fetched when it is first wanted. */
export function FootDoor({ isShown }: FootPlayerProps) {
  const { playlistId } = useSnapshot(openList);
  const { asked } = useSnapshot(addToPlaylist);
  return (
    <>
      {playlistId !== null && <footPlayer.Piece isShown={isShown} />}
      {asked && <addDialog.Piece />}
    </>
  );
}
