import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { ApiError } from '../data/contract/errors.ts';
import { profileQuery } from '../data/queries/profiles.ts';
import { session } from '../data/stores/session.ts';
import { ui } from '../data/stores/ui.ts';
import styles from '../hud/parts/Page.module.css';
import { onPage, usePageTitle } from '../hud/parts/page/page.ts';
import { useLoginHref } from '../hud/parts/shares/useReader.ts';
import { ProfileRoom, ProfileSkeleton } from '../hud/profile/ProfileRoom.tsx';
import { FailedState } from '../hud/system/ListState.tsx';

function ProfileOf({ userId }: { userId: string }) {
  const { isOnline } = useSnapshot(ui);
  const { data, error, isError, fetchStatus, refetch } = useQuery(onPage(profileQuery(userId)));
  usePageTitle(data?.displayName || userId);
  // A name that cannot be one is nobody's, too.
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    throw new ApiError('not_found', error.message);
  }
  if (data) return <ProfileRoom key={data.user_id} profile={data} />;
  if (!isError && fetchStatus !== 'paused') return <ProfileSkeleton />;
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
  return (
    <div className={`${styles.page} over`}>
      {userId ? <ProfileOf key={userId} userId={userId} /> : <ProfileSkeleton />}
    </div>
  );
}

/** `/{user}/social`: leads to the profile, which holds what there is. */
export function Social() {
  const { user = '' } = useParams();
  return <Navigate to={`/${encodeURIComponent(user)}`} replace />;
}
