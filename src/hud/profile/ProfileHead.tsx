import type { Profile } from '../../data/contract/accounts.ts';
import { dateText } from '../../data/rules/age.ts';
import { countText } from '../../data/rules/counts.ts';
import { profileLinks } from '../../data/rules/profileLinks.ts';
import { useMedia } from '../parts/useMedia.ts';
import { DemoMark } from '../sharing/DemoMark.tsx';
import { Avatar } from '../system/Avatar.tsx';
import { Button } from '../system/Button.tsx';
import { Icon } from '../system/Icon.tsx';
import { TrackPlayer } from '../tracks/TrackPlayer.tsx';
import styles from './ProfileHead.module.css';

export interface ProfileHeadProps {
  profile: Profile;
  /** Does it belong to whoever looks at it? */
  isOwn: boolean;
}

/** Who somebody is: picture, name, what they say of themselves, where else they are. */
export function ProfileHead({ profile, isOwn }: ProfileHeadProps) {
  const {
    user_id: userId,
    displayName,
    bio,
    externalLinks,
    isDemo,
    avatarUrl,
    pinnedTrack,
  } = profile;
  const isNarrow = useMedia('(max-width: 767px)');
  const links = profileLinks(externalLinks);
  return (
    <header className={styles.head}>
      <Avatar name={displayName || userId} src={avatarUrl} size={isNarrow ? 80 : 120} />
      <div className={styles.words}>
        <h1 className={styles.name}>{displayName || userId}</h1>
        <p className={`${styles.facts} muted`}>
          {displayName !== userId && <span>{userId}</span>}
          <span>since {dateText(profile.created)}</span>
          <span>{countText(profile.sharedCount)} shared</span>
          {isDemo && <DemoMark />}
        </p>
        {bio && <p className={styles.bio}>{bio}</p>}
        {isOwn && !bio && links.length === 0 && (
          <p className={`${styles.bio} muted`}>Nobody knows anything about you yet.</p>
        )}
        {links.length > 0 && (
          <ul className={styles.links} aria-label="Links">
            {links.map(({ name, title, href, host }) => (
              <li key={name}>
                <a
                  href={href}
                  className={styles.link}
                  target="_blank"
                  rel="noopener noreferrer nofollow ugc"
                  title={host}
                >
                  {title}
                  <Icon name="external" size={14} />
                </a>
              </li>
            ))}
          </ul>
        )}
        {pinnedTrack && (
          <TrackPlayer track={pinnedTrack} label="Pinned track" key={pinnedTrack.id} />
        )}
      </div>
      {isOwn && (
        <Button to="/account?tab=profile" icon="edit" size="sm" className={styles.edit}>
          Edit
        </Button>
      )}
    </header>
  );
}
