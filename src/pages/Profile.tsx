import { Navigate, useLocation, useParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { session } from '../data/stores/session.ts';
import { PageFrame } from '../hud/kit/PageFrame.tsx';
import { useLoginHref } from '../hud/parts/shares/useReader.ts';
import { ProfileRoom, ProfileSkeleton } from '../hud/profile/ProfileRoom.tsx';
import { PeopleSkeleton, SocialRoom } from '../hud/profile/SocialRoom.tsx';
import { PersonPage } from './PersonPage.tsx';

/** `/{user}` and `/profile/{user?}`: a person's profile, one's own without a name. */
export function Profile() {
  const { user } = useParams();
  const { status, user: signedIn } = useSnapshot(session);
  const loginHref = useLoginHref();
  const userId = user ?? signedIn?.user_id;
  if (!userId && status === 'out') return <Navigate to={loginHref} replace />;
  const skeleton = <ProfileSkeleton />;
  return (
    <PageFrame>
      {userId ? (
        <PersonPage key={userId} userId={userId} skeleton={skeleton}>
          {(profile) => <ProfileRoom key={profile.user_id} profile={profile} />}
        </PersonPage>
      ) : (
        skeleton
      )}
    </PageFrame>
  );
}

/** `/{user}/social`: who follows a person, and whom they follow. */
export function Social() {
  const { user = '' } = useParams();
  const isFollowing = new URLSearchParams(useLocation().search).get('show') === 'following';
  return (
    <PageFrame>
      <PersonPage
        key={user}
        userId={user}
        what={isFollowing ? 'following' : 'followers'}
        skeleton={<PeopleSkeleton />}
      >
        {(profile) => <SocialRoom key={profile.user_id} profile={profile} />}
      </PersonPage>
    </PageFrame>
  );
}
