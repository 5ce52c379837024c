import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { MESSAGES } from '../data/contract/messages.ts';
import { siteQuery } from '../data/queries/site.ts';
import { ui } from '../data/stores/ui.ts';
import styles from '../hud/parts/Page.module.css';
import { onPage, RouteError, usePageTitle } from '../hud/parts/page/page.ts';
import { PlusRoom } from '../hud/plus/PlusRoom.tsx';
import { FailedState } from '../hud/system/ListState.tsx';

function TitledRoom() {
  usePageTitle('Plus');
  return <PlusRoom />;
}

/** `/plus`: the paid plan. Where the operator has none there is no such page. */
export function Plus() {
  const { isOnline } = useSnapshot(ui);
  const { data: site, isError, refetch } = useQuery(onPage(siteQuery));
  if (site?.hasPlans) return <TitledRoom />;
  if (site) throw new RouteError(404, MESSAGES.pageNotFound);
  if (!isError) return null;
  return (
    <div className={`${styles.page} over`}>
      <FailedState isOffline={!isOnline} what="This page" onRetry={() => void refetch()} />
    </div>
  );
}
