import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { ApiError } from '../data/contract/errors.ts';
import { shareQuery } from '../data/queries/feed.ts';
import { ui } from '../data/stores/ui.ts';
import styles from '../hud/parts/Page.module.css';
import { useAtomFeeds } from '../hud/parts/page/atomFeeds.ts';
import { onPage, usePageTitle } from '../hud/parts/page/page.ts';
import { useReader } from '../hud/parts/shares/useReader.ts';
import { RifffRoom, RifffSkeleton } from '../hud/sharing/RifffRoom.tsx';
import { FailedState } from '../hud/system/ListState.tsx';
import { VisuallyHidden } from '../hud/system/VisuallyHidden.tsx';

/** `/rifff/{shareId}`: one shared rifff. */
export function RifffPage() {
  const { shareId = '' } = useParams();
  const reader = useReader();
  const { isOnline } = useSnapshot(ui);
  const { data, error, isError, fetchStatus, refetch } = useQuery({
    ...onPage(shareQuery(shareId, reader)),
    placeholderData: (before) => (before?._id === shareId ? keepPreviousData(before) : undefined),
  });
  const { user, displayName } = data ?? {};
  const feeds = useMemo(
    () => (user ? [{ title: `Rifffs of ${displayName || user}`, name: user }] : []),
    [user, displayName],
  );
  useAtomFeeds(feeds);
  usePageTitle(data ? data.title || 'Untitled' : 'Rifff');
  // Unknown, private or removed: all the same to whoever may not see it.
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    throw new ApiError('not_found', error.message);
  }
  if (data) return <RifffRoom key={data._id} share={data} />;
  if (!isError && fetchStatus !== 'paused') return <RifffSkeleton />;
  return (
    <div className={`${styles.page} over`}>
      <VisuallyHidden>
        <h1>Rifff</h1>
      </VisuallyHidden>
      <FailedState isOffline={!isOnline} what="This rifff" onRetry={() => void refetch()} />
    </div>
  );
}
