import type { PlaylistBrief } from '../../../data/contract/playlists.ts';
import { playlistEmbedCode, playlistPageUrl } from '../../../data/rules/sharing/embedCode.ts';
import { homeUrl } from '../../../data/rules/site/base.ts';
import { CopyField } from '../../kit/CopyField.tsx';
import { QrCode } from '../../kit/QrCode.tsx';
import styles from '../shares/Comments.module.css';

interface PlaylistShareLinksProps {
  playlist: Pick<PlaylistBrief, 'id' | 'name' | 'access'>;
  /** May anyone read it? A personal one that is public, or one of an open club: left out, what it says of itself. */
  isPublic?: boolean;
}

/** Link, code to scan, and embed code of a playlist; one that not everyone may read has no embed code. */
export function PlaylistShareLinks({ playlist, isPublic }: PlaylistShareLinksProps) {
  const { id, name, access } = playlist;
  const origin = homeUrl();
  const url = playlistPageUrl(origin, id);
  return (
    <>
      <CopyField label="Link" value={url} done="Link copied." />
      {(isPublic ?? access === 'public') && (
        <CopyField
          label="Code to put it into another page"
          value={playlistEmbedCode(origin, id, name)}
          done="Embed code copied."
        />
      )}
      <div className={styles.scan}>
        <QrCode text={url} label={`QR code of the link of ${name}`} />
        <p className="t13 muted">Scan it to open the playlist on another device.</p>
      </div>
    </>
  );
}
