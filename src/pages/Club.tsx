import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { ApiError } from '../data/contract/errors.ts';
import { MESSAGES } from '../data/contract/messages.ts';
import { clubQuery } from '../data/queries/clubs.ts';
import { session } from '../data/stores/session.ts';
import { ui } from '../data/stores/ui.ts';
import { ClubRoom, ClubSkeleton } from '../hud/club/ClubRoom.tsx';
import styles from '../hud/parts/Page.module.css';
import { onPage, RouteError, usePageTitle } from '../hud/parts/page/page.ts';
import { useReader } from '../hud/parts/shares/useReader.ts';
import { FailedState } from '../hud/system/ListState.tsx';

/** Where a club may be that cannot be seen from outside. */
const HINT =
  'A club by invitation is seen by its members alone. If somebody gave you a code, “Join by code” among the clubs lets you in.';

/** `/club/{id}`: a club, for whoever may see it. */
export function Club() {
  const { id = '' } = useParams();
  const reader = useReader();
  const { status } = useSnapshot(session);
  const { isOnline } = useSnapshot(ui);
  const { data, error, isError, fetchStatus, refetch } = useQuery({
    ...onPage(clubQuery(id, reader)),
    enabled: status !== 'unknown',
  });
  usePageTitle(data?.name ?? 'Club');
  // Also for whoever was in it until a moment ago.
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    throw new RouteError(404, MESSAGES.pageNotFound, HINT);
  }
  return (
    <div className={`${styles.page} over`}>
      {data ? (
        <ClubRoom key={data.id} club={data} />
      ) : isError || fetchStatus === 'paused' ? (
        <>
          <div className={styles.head}>
            <h1 className="t64">Club</h1>
          </div>
          <FailedState isOffline={!isOnline} what="This club" onRetry={() => void refetch()} />
        </>
      ) : (
        <ClubSkeleton />
      )}
    </div>
  );
}
