import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Profile } from '../../data/contract/accounts.ts';
import { blocksQuery } from '../../data/queries/chat.ts';
import { feedQuery, sharedByQuery } from '../../data/queries/feed.ts';
import { AddressTabs } from '../kit/AddressTabs.tsx';
import { EditHere } from '../parts/forms/EditHere.tsx';
import page from '../parts/Page.module.css';
import { Later, lazyComponent } from '../parts/page/lazyPiece.tsx';
import { ProfileForms } from '../parts/profile/ProfileForms.tsx';
import { GridSkeleton, ShareList } from '../parts/shares/ShareGrid.tsx';
import { useMember, useReader } from '../parts/shares/useReader.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { useBlocking } from './PersonMenu.tsx';
import { PlayedIn } from './PlayedIn.tsx';
import { Playlists } from './Playlists.tsx';
import styles from './Profile.module.css';
import { ProfileAside } from './ProfileAside.tsx';
import { ProfileBanner } from './ProfileBanner.tsx';

/** Fetched by those who look at looks. */
const Looks = lazyComponent(async () => (await import('./Looks.tsx')).Looks).Piece;

const START = (
  <Button to="/jam" variant="filled" icon="plus">
    Start a rifff
  </Button>
);

/** A person: their rings, what they say of themselves, and what they made. One's own page is edited where it stands. */
export function ProfileRoom({ profile }: { profile: Profile }) {
  const member = useMember();
  const isOwn = useReader() === profile.user_id;
  const [search] = useSearchParams();
  const { data: blocked } = useQuery({ ...blocksQuery, enabled: member !== '' && !isOwn });
  const isBlocked = blocked?.includes(profile.user_id) ?? false;
  const isEditing = isOwn && member !== '' && search.has('edit');
  return (
    <>
      <ProfileBanner profile={profile} isBlocked={isBlocked} />
      {isEditing ? (
        <EditHere id="edit-profile" title="Edit your profile">
          <ProfileForms profile={profile} />
        </EditHere>
      ) : (
        <div className={`split ${styles.body}`}>
          <ProfileAside
            profile={profile}
            isOwn={isOwn}
            isBlocked={isBlocked}
            // A guest of a room is led to sign up by the guard of that page.
            editHref={member === '' ? '/account?tab=profile' : '?edit=1'}
          />
          {isBlocked ? (
            <BlockedState profile={profile} />
          ) : (
            <Made profile={profile} isOwn={isOwn} isMember={member !== ''} />
          )}
        </div>
      )}
    </>
  );
}

/** Stands where nothing of theirs is shown. */
function BlockedState({ profile }: { profile: Profile }) {
  const block = useBlocking(profile);
  const name = profile.displayName || profile.user_id;
  return (
    <ListState
      title={`You blocked ${name}`}
      action={<Button onClick={() => block(false)}>Hear them again</Button>}
    >
      What they make and say is left out for you. They are not told.
    </ListState>
  );
}

interface MadeProps {
  profile: Profile;
  isOwn: boolean;
}

/**
 * What a person shared and which jams they played in. Only they themselves also see what they like. Guests of a room have
 * no playlists and no looks.
 */
function Made({ profile, isOwn, isMember }: MadeProps & { isMember: boolean }) {
  const { user_id: userId } = profile;
  const items = [
    {
      value: 'rifffs',
      title: 'Rifffs',
      content: <Shared userId={userId} isOwn={isOwn} />,
    },
    {
      value: 'playlists',
      title: 'Playlists',
      content: <Playlists userId={userId} isOwn={isOwn && isMember} />,
    },
    {
      value: 'looks',
      title: 'Looks',
      content: (
        <Later fallback={<GridSkeleton />}>
          <Looks userId={userId} isOwn={isOwn && isMember} />
        </Later>
      ),
    },
    { value: 'jams', title: 'Jams', content: <PlayedIn userId={userId} isOwn={isOwn} /> },
    ...(isOwn ? [{ value: 'likes', title: 'Likes', content: <Liked /> }] : []),
  ];
  return (
    <div className="min0">
      <AddressTabs label="What they made" items={items} />
    </div>
  );
}

function Shared({ userId, isOwn }: Omit<MadeProps, 'profile'> & { userId: string }) {
  const query = useInfiniteQuery(sharedByQuery(userId));
  return (
    <ShareList
      query={query}
      what="This list"
      isOfOne
      empty={
        <ListState
          title="Nothing shared yet"
          action={isOwn ? START : <Button to="/feed">Hear what others share</Button>}
        >
          {isOwn
            ? 'What you share stands here, for everybody to hear.'
            : 'What they share stands here.'}
        </ListState>
      }
    />
  );
}

/** What the reader likes. Other people cannot see it. */
function Liked() {
  const query = useInfiniteQuery(feedQuery({ sort: 'latest', isLiked: true }));
  return (
    <>
      <p className="below24 muted">Only you see this list.</p>
      <ShareList
        query={query}
        what="This list"
        empty={
          <ListState
            title="Nothing liked yet"
            action={
              <Button to="/listen" variant="filled" icon="play">
                Listen
              </Button>
            }
          >
            Tap the heart of a rifff, and it is kept here.
          </ListState>
        }
      />
    </>
  );
}

/** Keeps the room of a person until it is known who that is. */
export function ProfileSkeleton() {
  return (
    <>
      <div className={styles.banner} aria-hidden="true">
        <div className={page.onBanner}>
          <Skeleton shape="disc" width={96} height={96} />
          <Skeleton width="min(280px, 100%)" height={52} />
        </div>
      </div>
      <div className={`split ${styles.body}`}>
        <div className="min0" aria-hidden="true">
          <Skeleton width={200} height={16} />
        </div>
        <div className="min0">
          <GridSkeleton />
        </div>
      </div>
    </>
  );
}
