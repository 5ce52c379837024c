import { Link } from 'react-router';
import type { Profile } from '../../data/contract/accounts.ts';
import { profileLinks } from '../../data/rules/account/profileLinks.ts';
import { isHouseBand } from '../../data/rules/sharing/accountText.ts';
import { peopleText } from '../../data/rules/site/peopleText.ts';
import { LinkedText } from '../kit/LinkedText.tsx';
import { useSite } from '../parts/page/page.ts';
import { DemoMark, ProgramMark } from '../parts/shares/Byline.tsx';
import { FollowButton } from '../parts/shares/FollowButton.tsx';
import { TrackPlayer } from '../parts/tracks/TrackPlayer.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { Icon } from '../system/Icon.tsx';
import { PersonMenu } from './PersonMenu.tsx';
import styles from './Profile.module.css';

const BAND_TEXT =
  'The house band is a program of this server, not a person. The owner of a room invites it; then it answers what is committed there with one more ring or a changed one, out of the library and of loops that it makes itself. No one can sign in to it, and it reads no talk.';

interface ProfileAsideProps {
  profile: Profile;
  /** Is it the reader's own profile? */
  isOwn: boolean;
  isBlocked: boolean;
  /** Address of the page with its forms. */
  editHref: string;
}

/** The column beside a person's work: actions on the person, their text about themselves, and how many follow them. */
export function ProfileAside({ profile, isOwn, isBlocked, editHref }: ProfileAsideProps) {
  const { user_id: userId, displayName, bio, isFollowed, pinnedTrack } = profile;
  const isBand = isHouseBand(userId);
  const text = useRegionText();
  const site = useSite();
  const links = profileLinks(profile.externalLinks);
  const page = `/${encodeURIComponent(userId)}`;
  return (
    <aside className="min0" aria-label="About">
      <p className={`${styles.facts} muted`}>
        {displayName !== userId && <span>{userId}</span>}
        <span>since {text.date(profile.created)}</span>
        {profile.isDemo && <DemoMark />}
        {isBand && <ProgramMark />}
      </p>
      {isBand && <p className={styles.bio}>{BAND_TEXT}</p>}
      <div className={styles.actions}>
        {isOwn ? (
          <Button to={editHref} icon="edit" size="sm">
            Edit
          </Button>
        ) : isBand ? null : (
          <>
            {!isBlocked && (
              <FollowButton
                userId={userId}
                displayName={displayName}
                isFollowed={isFollowed}
                variant="filled"
              />
            )}
            <PersonMenu profile={profile} isBlocked={isBlocked} />
          </>
        )}
      </div>
      {!isBlocked && bio && !isBand && (
        <p className={styles.bio}>
          <LinkedText runs={peopleText(bio)} />
        </p>
      )}
      {isOwn && !bio && links.length === 0 && (
        <p className={`${styles.bio} muted`}>You have said nothing about yourself yet.</p>
      )}
      {!isBlocked && links.length > 0 && (
        <ul className={styles.links} aria-label="Links">
          {links.map(({ name, title, href, host }) => (
            <li key={name}>
              <a
                href={href}
                className={`hoverUnderline ${styles.link}`}
                target="_blank"
                rel="noopener noreferrer nofollow ugc"
                title={host}
              >
                {title}
                <span className="muted">
                  <Icon name="external" size={14} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {!isBlocked && pinnedTrack && (
        <TrackPlayer track={pinnedTrack} label="Pinned track" key={pinnedTrack.id} />
      )}
      <ul className={styles.numbers}>
        <NumberRow title="Followers" count={profile.followers} to={`${page}/social`} />
        <NumberRow
          title="Following"
          count={profile.following}
          to={`${page}/social?show=following`}
        />
        {site?.hasMarket && (
          <NumberRow title="Collection" to={`/collection/${encodeURIComponent(userId)}`} />
        )}
      </ul>
    </aside>
  );
}

/** One line of a table: what, and how many; leads to them. */
function NumberRow({ title, count, to }: { title: string; count?: number; to: string }) {
  const text = useRegionText();
  return (
    <li>
      <Link to={to} className={`focusInside row apart gap16 lineAbove medium ${styles.number}`}>
        <span className="hoverUnderline">{title}</span>{' '}
        <span className="muted regular">
          {count === undefined ? <Icon name="arrowRight" size={16} /> : text.number(count)}
        </span>
      </Link>
    </li>
  );
}
