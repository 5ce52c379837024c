import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { tokenQuery } from '../data/queries/market.ts';
import { PageFrame } from '../hud/kit/PageFrame.tsx';
import { CollectionRoom } from '../hud/market/CollectionRoom.tsx';
import { MarketRoom } from '../hud/market/MarketRoom.tsx';
import { TokenRoom, TokenSkeleton } from '../hud/market/TokenRoom.tsx';
import { onPage, pageData, usePageTitle } from '../hud/parts/page/page.ts';
import { GridSkeleton } from '../hud/parts/shares/ShareGrid.tsx';
import { PersonPage } from './PersonPage.tsx';

/** `/market`: what is on sale, and what can be collected (`?show=collect`). */
export function Market() {
  usePageTitle('Market');
  return (
    <PageFrame>
      <MarketRoom />
    </PageFrame>
  );
}

/** `/market/{tokenId}`: one collected rifff. */
export function Token() {
  const { tokenId = '' } = useParams();
  const query = useQuery(onPage(tokenQuery(tokenId)));
  const data = pageData(query, 'This token');
  usePageTitle(data ? data.token.title || 'Untitled' : 'Token');
  return data ? <TokenRoom key={data.token.tokenId} page={data} /> : <TokenSkeleton />;
}

/** `/collection/{user_id}`: what a person collected. */
export function Collection() {
  const { user = '' } = useParams();
  return (
    <PageFrame>
      <PersonPage key={user} userId={user} what="collection" skeleton={<GridSkeleton />}>
        {(profile) => <CollectionRoom profile={profile} />}
      </PersonPage>
    </PageFrame>
  );
}
