import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Profile } from '../../data/contract/accounts.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { sharedByQuery, shareQuery } from '../../data/queries/feed.ts';
import { mayBeBanner } from '../../data/rules/sharing/shares.ts';
import page from '../parts/Page.module.css';
import { PersonAvatar } from '../parts/people/PersonAvatar.tsx';
import { RifffDisc } from '../parts/rings/RifffDisc.tsx';
import { useMedia } from '../parts/useMedia.ts';
import styles from './Profile.module.css';

/** Diameter of its rings: far larger than the strip that they are cropped to. */
const RINGS_PX = 1040;
const NARROW_RINGS_PX = 480;

/** The share whose rings are the banner: the chosen one, or else the latest that everybody may see. */
function useBannerShare({ user_id: userId, bannerShareId }: Profile): SharedRifff | null {
  const latest = useInfiniteQuery(sharedByQuery(userId));
  const chosen = useQuery({
    ...shareQuery(bannerShareId ?? ''),
    enabled: bannerShareId !== null,
  });
  if (bannerShareId !== null && chosen.data && mayBeBanner(chosen.data)) return chosen.data;
  if (bannerShareId !== null && chosen.isPending) return null;
  return latest.data?.pages.flatMap(({ rifffs }) => rifffs).find(mayBeBanner) ?? null;
}

interface ProfileBannerProps {
  profile: Profile;
  /** True if the reader blocked this person: then nothing of theirs is shown. */
  isBlocked: boolean;
}

/** A strip with rings of the person's own, cropped at its edges, with their picture and name on it. */
export function ProfileBanner({ profile, isBlocked }: ProfileBannerProps) {
  const { user_id: userId, displayName, avatarUrl } = profile;
  const isNarrow = useMedia('(max-width: 767px)');
  const found = useBannerShare(profile);
  const share = isBlocked ? null : found;
  const name = displayName || userId;
  return (
    <header className={styles.banner}>
      <div className={styles.rings} aria-hidden="true">
        {share ? (
          <RifffDisc rifff={share.rifff} sizePx={isNarrow ? NARROW_RINGS_PX : RINGS_PX} />
        ) : (
          <span className={`block dashedDisc ${styles.empty}`} />
        )}
      </div>
      <div className={page.onBanner}>
        <span className={page.picture}>
          <PersonAvatar userId={userId} name={name} src={avatarUrl} size={isNarrow ? 64 : 96} />
        </span>
        <h1 className={page.bannerName} data-length={name.length > 20 ? 'long' : undefined}>
          <span className={page.bannerLabel}>{name}</span>
        </h1>
      </div>
      {share && (
        <p className={`phoneAway ${styles.credit}`}>
          <Link
            to={`/rifff/${share._id}`}
            className="block medium thickLine hoverUnderline fingerLine truncate"
          >
            {share.title || 'Untitled'}
          </Link>
        </p>
      )}
    </header>
  );
}
