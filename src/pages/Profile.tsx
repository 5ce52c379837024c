import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { useSnapshot } from 'valtio';
import type { Profile as ProfileData } from '../data/contract/accounts.ts';
import { ApiError } from '../data/contract/errors.ts';
import { profileQuery } from '../data/queries/profiles.ts';
import { session } from '../data/stores/session.ts';
import { ui } from '../data/stores/ui.ts';
import styles from '../hud/parts/Page.module.css';
import { onPage, usePageTitle } from '../hud/parts/page/page.ts';
import { useLoginHref, useReader } from '../hud/parts/shares/useReader.ts';
import { CollectionRoom } from '../hud/profile/CollectionRoom.tsx';
import { ProfileRoom, ProfileSkeleton } from '../hud/profile/ProfileRoom.tsx';
import { PeopleSkeleton, SocialRoom } from '../hud/profile/SocialRoom.tsx';
import { FailedState } from '../hud/system/ListState.tsx';

interface PersonPageProps {
  userId: string;
  /** What of them the page shows, for its title. */
  what?: string;
  skeleton: ReactNode;
  children(profile: ProfileData): ReactNode;
}

/** A page about somebody, once it is known who that is. */
function PersonPage({ userId, what, skeleton, children }: PersonPageProps) {
  const { isOnline } = useSnapshot(ui);
  const reader = useReader();
  const { data, error, isError, fetchStatus, refetch } = useQuery({
    ...onPage(profileQuery(userId, reader)),
    // Who reads is known a moment later than who is read about.
    placeholderData: keepPreviousData,
  });
  const name = data?.displayName || userId;
  usePageTitle(what ? `${name}, ${what}` : name);
  // A name that cannot be one is nobody's, too.
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    throw new ApiError('not_found', error.message);
  }
  if (data) return children(data);
  if (!isError && fetchStatus !== 'paused') return skeleton;
  return (
    <>
      <div className={styles.head}>
        <h1 className="clamp t64">{userId}</h1>
      </div>
      <FailedState isOffline={!isOnline} what="This profile" onRetry={() => void refetch()} />
    </>
  );
}

/** `/{user}` and `/profile/{user?}`: somebody's profile, one's own without a name. */
export function Profile() {
  const { user } = useParams();
  const { status, user: signedIn } = useSnapshot(session);
  const loginHref = useLoginHref();
  const userId = user ?? signedIn?.user_id;
  if (!userId && status === 'out') return <Navigate to={loginHref} replace />;
  const skeleton = <ProfileSkeleton />;
  return (
    <div className={`${styles.page} over`}>
      {userId ? (
        <PersonPage key={userId} userId={userId} skeleton={skeleton}>
          {(profile) => <ProfileRoom key={profile.user_id} profile={profile} />}
        </PersonPage>
      ) : (
        skeleton
      )}
    </div>
  );
}

/** `/{user}/social`: who follows somebody, and whom they follow. */
export function Social() {
  const { user = '' } = useParams();
  const isFollowing = new URLSearchParams(useLocation().search).get('show') === 'following';
  return (
    <div className={`${styles.page} over`}>
      <PersonPage
        key={user}
        userId={user}
        what={isFollowing ? 'following' : 'followers'}
        skeleton={<PeopleSkeleton />}
      >
        {(profile) => <SocialRoom key={profile.user_id} profile={profile} />}
      </PersonPage>
    </div>
  );
}

/** `/collection/{user_id}`: what somebody collected. */
export function Collection() {
  const { user = '' } = useParams();
  return (
    <div className={`${styles.page} over`}>
      <PersonPage key={user} userId={user} what="collection" skeleton={<PeopleSkeleton />}>
        {(profile) => <CollectionRoom profile={profile} />}
      </PersonPage>
    </div>
  );
}
