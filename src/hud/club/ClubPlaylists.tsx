import { useState } from 'react';
import type { ClubPage } from '../../data/contract/clubs.ts';
import { keepsOrder } from '../../data/rules/jam/standing.ts';
import { NewPlaylist } from '../parts/playlist/NewPlaylist.tsx';
import { PlaylistRows } from '../parts/playlist/PlaylistRows.tsx';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import styles from './ClubRoom.module.css';

/** The playlists of a club, each by the rifffs that it begins with; whoever keeps order makes more. */
export function ClubPlaylists({ club }: { club: ClubPage }) {
  const { id, playlists, role, closes } = club;
  const [isMaking, setMaking] = useState(false);
  const mayMake = keepsOrder(role) && closes === null;
  return (
    <>
      {playlists.length === 0 ? (
        <ListState
          isSmall
          title="No playlists"
          action={
            <Button size="sm" to="/listen">
              Listen
            </Button>
          }
        >
          What the club puts in order to be heard stands here.
        </ListState>
      ) : (
        <PlaylistRows playlists={playlists} isInClub />
      )}
      {mayMake && (
        <p className={styles.tool}>
          <Button size="sm" icon="plus" onClick={() => setMaking(true)}>
            New playlist
          </Button>
        </p>
      )}
      <NewPlaylist clubId={id} isOpen={isMaking} onOpenChange={setMaking} />
    </>
  );
}
