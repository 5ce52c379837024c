import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { transport } from '../../audio/state/transport.ts';
import type { Channel, ClubPage } from '../../data/contract/clubs.ts';
import { heardChannels } from '../../data/rules/club/clubText.ts';
import type { RifffView } from '../../data/stores/places.ts';
import page from '../parts/Page.module.css';
import { RifffPlace } from '../parts/rings/RifffPlace.tsx';
import { useMedia } from '../parts/useMedia.ts';
import { Avatar } from '../system/Avatar.tsx';
import styles from './ClubRoom.module.css';

/** Rings that have room beside each other in the strip. */
const MOST = { wide: 6, narrow: 4 };
/** Ground between a rifff and the one behind it, in CSS pixels. */
const BITE_PX = 7;

/** A strip with the picture of the club, or with what its channels sound like, and its name on it. */
export function ClubBanner({ club }: { club: ClubPage }) {
  const { name, bannerUrl, iconUrl, channels } = club;
  const isNarrow = useMedia('(max-width: 767px)');
  return (
    <header className={styles.banner}>
      {bannerUrl ? (
        <img className="block full coverFit" src={bannerUrl} alt="" decoding="async" />
      ) : (
        <BannerRings channels={channels} most={isNarrow ? MOST.narrow : MOST.wide} />
      )}
      <div className={`${page.onBanner} ${styles.who}`}>
        {iconUrl && (
          <span className={page.picture}>
            <Avatar name={name} src={iconUrl} size={isNarrow ? 64 : 96} />
          </span>
        )}
        <h1 className={page.bannerName} data-length={name.length > 20 ? 'long' : undefined}>
          <span className={page.bannerLabel}>{name}</span>
        </h1>
      </div>
    </header>
  );
}

interface BannerRingsProps {
  channels: readonly Channel[];
  most: number;
}

/** The newest rifffs of the channels side by side, the newest in front at the right. The one that is heard turns. */
function BannerRings({ channels, most }: BannerRingsProps) {
  const heard = heardChannels(channels).slice(0, most).reverse();
  if (heard.length === 0) {
    return (
      <div className={styles.rings} aria-hidden="true">
        {channels.slice(0, most).map(({ jamId }) => (
          <span key={jamId} className={`dashedDisc ${styles.empty}`} />
        ))}
        {channels.length === 0 && <span className={`dashedDisc ${styles.empty}`} />}
      </div>
    );
  }
  return (
    <div className={styles.rings} aria-hidden="true">
      {heard.map((channel) => (
        <BannerRing key={channel.jamId} channel={channel} />
      ))}
    </div>
  );
}

function BannerRing({ channel: { jamId, newest } }: { channel: Channel }) {
  const { status, currentRifffId } = useSnapshot(transport);
  const isLive = status === 'playing' && currentRifffId === newest?._id;
  const view = useMemo<RifffView | null>(
    () => newest && { rifff: newest, isLive, bitePx: BITE_PX, marginPx: 0.02 },
    [newest, isLive],
  );
  return view && <RifffPlace id={`club.${jamId}`} view={view} className={styles.ring} />;
}
