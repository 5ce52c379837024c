import { Link } from 'react-router';
import type { ClubPage } from '../../data/contract/clubs.ts';
import type { PlaylistBrief } from '../../data/contract/playlists.ts';
import { RifffDisc } from '../parts/rings/RifffDisc.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import room from './ClubRoom.module.css';
import styles from './Clubs.module.css';

const COVER_PX = 60;
const QUARTER_PX = 28;

/** The playlists of a club, each by the rifffs that it begins with. */
export function PlaylistRows({ club: { playlists } }: { club: ClubPage }) {
  const text = useRegionText();
  if (playlists.length === 0) {
    return (
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
    );
  }
  return (
    <ul>
      {playlists.map((playlist) => (
        <li key={playlist.id}>
          <Link to={`/playlist/${playlist.id}`} className={styles.row}>
            <Cover discs={playlist.discs} />
            <span className={styles.rowName}>
              <span className="truncate" title={playlist.name}>
                {playlist.name}
              </span>
              <span className="t13 muted truncate">
                {playlist.itemCount === 1 ? '1 piece' : `${text.number(playlist.itemCount)} pieces`}
                {playlist.description && `, ${playlist.description}`}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The first rifffs of a playlist: one alone, or up to four together. */
function Cover({ discs }: Pick<PlaylistBrief, 'discs'>) {
  const heard = discs.filter(({ loops }) => loops.length > 0);
  const isOne = heard.length < 2;
  if (heard.length === 0) return <span className={room.noCover} aria-hidden="true" />;
  return (
    <span className={room.covers} data-one={isOne || undefined} aria-hidden="true">
      {heard.slice(0, 4).map((rifff, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same rifff may stand in a list twice
        <RifffDisc key={at} rifff={rifff} sizePx={isOne ? COVER_PX : QUARTER_PX} />
      ))}
    </span>
  );
}
