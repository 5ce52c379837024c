import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { ApiError } from '../data/contract/errors.ts';
import { tokenQuery } from '../data/queries/market.ts';
import { ui } from '../data/stores/ui.ts';
import { CollectionRoom } from '../hud/market/CollectionRoom.tsx';
import { MarketRoom } from '../hud/market/MarketRoom.tsx';
import { TokenRoom, TokenSkeleton } from '../hud/market/TokenRoom.tsx';
import styles from '../hud/parts/Page.module.css';
import { onPage, usePageTitle } from '../hud/parts/page/page.ts';
import { GridSkeleton } from '../hud/parts/shares/ShareGrid.tsx';
import { useReader } from '../hud/parts/shares/useReader.ts';
import { FailedState } from '../hud/system/ListState.tsx';
import { VisuallyHidden } from '../hud/system/VisuallyHidden.tsx';
import { PersonPage } from './PersonPage.tsx';

/** `/market`: what is on sale, and what can be collected (`?show=collect`). */
export function Market() {
  usePageTitle('Market');
  return (
    <div className={`${styles.page} over`}>
      <MarketRoom />
    </div>
  );
}

/** `/market/{tokenId}`: one collected rifff. */
export function Token() {
  const { tokenId = '' } = useParams();
  const reader = useReader();
  const { isOnline } = useSnapshot(ui);
  const { data, error, isError, fetchStatus, refetch } = useQuery({
    ...onPage(tokenQuery(tokenId, reader)),
    // Who reads is known a moment later than what is read.
    placeholderData: (before) =>
      before?.token.tokenId === tokenId ? keepPreviousData(before) : undefined,
  });
  usePageTitle(data ? data.token.title || 'Untitled' : 'Token');
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    throw new ApiError('not_found', error.message);
  }
  if (data) return <TokenRoom key={data.token.tokenId} page={data} />;
  if (!isError && fetchStatus !== 'paused') return <TokenSkeleton />;
  return (
    <div className={`${styles.page} over`}>
      <VisuallyHidden>
        <h1>Token</h1>
      </VisuallyHidden>
      <FailedState isOffline={!isOnline} what="This token" onRetry={() => void refetch()} />
    </div>
  );
}

/** `/collection/{user_id}`: what somebody collected. */
export function Collection() {
  const { user = '' } = useParams();
  return (
    <div className={`${styles.page} over`}>
      <PersonPage key={user} userId={user} what="collection" skeleton={<GridSkeleton />}>
        {(profile) => <CollectionRoom profile={profile} />}
      </PersonPage>
    </div>
  );
}
