import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Profile } from '../../data/contract/accounts.ts';
import { sharedByQuery } from '../../data/queries/feed.ts';
import { profileLinks } from '../../data/rules/account/profileLinks.ts';
import { countText } from '../../data/rules/site/locale.ts';
import { peopleText } from '../../data/rules/site/peopleText.ts';
import { DemoMark } from '../parts/shares/Byline.tsx';
import { GridSkeleton, ShareList } from '../parts/shares/ShareGrid.tsx';
import { useReader } from '../parts/shares/useReader.ts';
import { TrackPlayer } from '../parts/tracks/TrackPlayer.tsx';
import { useMedia } from '../parts/useMedia.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { Avatar } from '../system/Avatar.tsx';
import { Button } from '../system/Button.tsx';
import { Icon } from '../system/Icon.tsx';
import { ListState } from '../system/ListState.tsx';
import { Skeleton } from '../system/Loading.tsx';
import styles from './Profile.module.css';

/** A person and what they shared. */
export function ProfileRoom({ profile }: { profile: Profile }) {
  const reader = useReader();
  const isOwn = reader === profile.user_id;
  const query = useInfiniteQuery({
    ...sharedByQuery(profile.user_id, reader),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ProfileHead profile={profile} isOwn={isOwn} />
      <section aria-label="Shared rifffs">
        <ShareList
          query={query}
          what="This list"
          isOfOne
          empty={
            <ListState
              title="Nothing shared yet"
              action={
                isOwn && (
                  <Button to="/jam" variant="filled" icon="plus">
                    Start a rifff
                  </Button>
                )
              }
            >
              {isOwn
                ? 'What you share stands here, for everybody to hear.'
                : 'What they share stands here.'}
            </ListState>
          }
        />
      </section>
    </>
  );
}

interface ProfileHeadProps {
  profile: Profile;
  /** Does it belong to whoever looks at it? */
  isOwn: boolean;
}

/** What somebody says of themselves, with their links. */
function Bio({ html }: { html: string }) {
  return (
    <p className={styles.bio}>
      {peopleText(html).map(({ text, href }, at) =>
        href === null ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
          <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {text}
          </a>
        ),
      )}
    </p>
  );
}

/** Who somebody is: picture, name, what they say of themselves, where else they are. */
function ProfileHead({ profile, isOwn }: ProfileHeadProps) {
  const {
    user_id: userId,
    displayName,
    bio,
    externalLinks,
    isDemo,
    avatarUrl,
    pinnedTrack,
  } = profile;
  const text = useRegionText();
  const isNarrow = useMedia('(max-width: 767px)');
  const links = profileLinks(externalLinks);
  return (
    <header className={styles.head}>
      <Avatar name={displayName || userId} src={avatarUrl} size={isNarrow ? 80 : 120} />
      <div className={styles.words}>
        <h1 className={styles.name}>{displayName || userId}</h1>
        <p className={`${styles.facts} muted`}>
          {displayName !== userId && <span>{userId}</span>}
          <span>since {text.date(profile.created)}</span>
          <span>{countText(profile.sharedCount)} shared</span>
          {isDemo && <DemoMark />}
        </p>
        {bio && <Bio html={bio} />}
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

/** Keeps the room of a person until it is known who that is. */
export function ProfileSkeleton() {
  return (
    <>
      <div className={styles.head} aria-hidden="true">
        <span className={styles.picture}>
          <Skeleton shape="disc" width="100%" height="100%" />
        </span>
        <div className={styles.words}>
          <Skeleton width="min(280px, 100%)" height={52} />
          <div className={styles.facts}>
            <Skeleton width={200} height={16} />
          </div>
        </div>
      </div>
      <GridSkeleton />
    </>
  );
}
