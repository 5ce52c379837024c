import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PlaylistBrief } from '../../../data/contract/playlists.ts';
import { personText } from '../../../data/rules/sharing/credits.ts';
import { Skeleton } from '../../system/Loading.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import { formatCount } from '../controls/format.ts';
import { DemoMark } from '../shares/Byline.tsx';
import { useRegionText } from '../useRegionText.ts';
import { CoverDiscs } from './CoverDiscs.tsx';
import styles from './Playlist.module.css';

const COVER_PX = 56;

/** Address of a playlist's page. */
export const playlistPath = (id: string) => `/playlist/${encodeURIComponent(id)}`;

/** What stands under the name of a playlist: whose it is, and whether only its owner sees it. */
export function playlistFacts({ clubName, clubId, access, displayName, owner }: PlaylistBrief) {
  if (clubId !== null) return clubName;
  const by = `by ${personText(displayName || owner)}`;
  return access === 'private' ? `${by}, private` : by;
}

interface PlaylistRowsProps {
  playlists: readonly PlaylistBrief[];
  /** On the page of their club, which need not be named, in a narrow column. */
  isInClub?: boolean;
  /** At the end of a row. */
  end?(playlist: PlaylistBrief): ReactNode;
}

/** Playlists, one a row, each leading to its page. */
export function PlaylistRows({ playlists, isInClub = false, end }: PlaylistRowsProps) {
  const text = useRegionText();
  return (
    <ul className="lineAbove">
      {playlists.map((one) => (
        <li key={one.id} className="row gap12 lineBelow">
          <Link to={playlistPath(one.id)} className={`focusInside ${styles.rowLink}`}>
            <CoverDiscs discs={one.discs} sizePx={COVER_PX} />
            <span className="grid fill">
              <span className="t18 thickLine hoverUnderline truncate" title={one.name}>
                {one.name}
              </span>
              <span className="t13 muted truncate">
                {one.isDemo && (
                  <>
                    <DemoMark />{' '}
                  </>
                )}
                {isInClub
                  ? `${formatCount(one.itemCount, 'item')}, changed ${text.age(one.changed)}`
                  : playlistFacts(one)}
              </span>
            </span>
            {!isInClub && (
              <span className={`${styles.facts} t13 muted`}>
                <span>{formatCount(one.itemCount, 'item')}</span>
                <span>changed {text.age(one.changed)}</span>
              </span>
            )}
          </Link>
          {end?.(one)}
        </li>
      ))}
    </ul>
  );
}

/** Keeps the room of rows that are still coming. */
export function PlaylistRowsSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <ul className="lineAbove" aria-hidden="true">
        {[0, 1, 2].map((at) => (
          <li key={at} className="row gap12 lineBelow">
            <span className={`focusInside ${styles.rowLink}`}>
              <Skeleton shape="disc" width={COVER_PX} />
              <Skeleton width={180} height={16} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
