import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { arcadeQuery } from '../data/queries/arcade.ts';
import { ui } from '../data/stores/ui.ts';
import { CROWD_MOST } from '../drawing/arcade/crowd.ts';
import styles from '../hud/arcade/Arcade.module.css';
import { ArcadeRoom } from '../hud/arcade/ArcadeRoom.tsx';
import { onPage, usePageTitle } from '../hud/parts/page/page.ts';
import { useReader } from '../hud/parts/shares/useReader.ts';
import { Button } from '../hud/system/Button.tsx';
import { FailedState, ListState } from '../hud/system/ListState.tsx';
import { VisuallyHidden } from '../hud/system/VisuallyHidden.tsx';

/** `/arcade`: a field of shared rifffs to fly through. */
export function Arcade() {
  usePageTitle('Arcade');
  const reader = useReader();
  const { isOnline } = useSnapshot(ui);
  const query = useQuery({
    ...onPage(arcadeQuery(reader)),
    // The field stays as it is while somebody flies.
    refetchOnWindowFocus: false,
  });
  const shares = useMemo(
    () => query.data?.rifffs.filter(({ rifff }) => rifff.loops.length > 0).slice(0, CROWD_MOST),
    [query.data],
  );
  if (shares && shares.length > 0) return <ArcadeRoom shares={shares} />;
  if (!query.data && !query.isError && query.fetchStatus !== 'paused') {
    return <VisuallyHidden role="status">Loading</VisuallyHidden>;
  }
  return (
    <div className={`${styles.empty} over`}>
      <h1 className="t64">Arcade</h1>
      {query.data ? (
        <ListState
          title="Nobody stands here yet"
          action={
            <Button to="/jam" variant="filled" icon="plus">
              Start a rifff
            </Button>
          }
        >
          Rifffs that people share gather here, to be flown through.
        </ListState>
      ) : (
        <FailedState isOffline={!isOnline} what="The field" onRetry={() => void query.refetch()} />
      )}
    </div>
  );
}
