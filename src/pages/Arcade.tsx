import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import { useSnapshot } from 'valtio';
import { arcadeQuery } from '../data/queries/arcade.ts';
import { isKiosk } from '../data/rules/arcade/kiosk.ts';
import { ui } from '../data/stores/ui.ts';
import { CROWD_MOST } from '../drawing/arcade/crowd.ts';
import styles from '../hud/arcade/Arcade.module.css';
import { ArcadeGame } from '../hud/arcade/around/ArcadeGame.tsx';
import { KioskGame } from '../hud/arcade/around/KioskGame.tsx';
import { onPage, usePageTitle } from '../hud/parts/page/page.ts';
import { Button } from '../hud/system/Button.tsx';
import { FailedState, ListState } from '../hud/system/ListState.tsx';
import { VisuallyHidden } from '../hud/system/VisuallyHidden.tsx';

/** A kiosk has no person to try again by hand. */
const KIOSK_AGAIN_MS = 15_000;

/** `/arcade`: a field of shared rifffs to fly through and to play in; with `?kiosk=1` for everybody in a room. */
export function Arcade() {
  usePageTitle('Arcade');
  const { isOnline } = useSnapshot(ui);
  const hasKiosk = isKiosk(useLocation().search);
  const query = useQuery({
    ...onPage(arcadeQuery()),
    // The field stays as it is while a person flies.
    refetchOnWindowFocus: false,
  });
  const shares = useMemo(
    () => query.data?.rifffs.filter(({ rifff }) => rifff.loops.length > 0).slice(0, CROWD_MOST),
    [query.data],
  );
  const { isError, refetch } = query;
  useEffect(() => {
    if (!hasKiosk || !isError) return;
    const timer = setInterval(() => void refetch(), KIOSK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [hasKiosk, isError, refetch]);
  if (shares && shares.length > 0) {
    return hasKiosk ? <KioskGame shares={shares} /> : <ArcadeGame shares={shares} />;
  }
  if (!query.data && !query.isError && query.fetchStatus !== 'paused') {
    return <VisuallyHidden role="status">Loading</VisuallyHidden>;
  }
  return (
    <div className={`${styles.empty} over`}>
      <h1 className="t64">Arcade</h1>
      {query.data ? (
        <ListState
          title="No one stands here yet"
          action={
            !hasKiosk && (
              <Button to="/jam" variant="filled" icon="plus">
                Start a rifff
              </Button>
            )
          }
        >
          Rifffs that people share gather here, to be flown through.
        </ListState>
      ) : (
        <FailedState isOffline={!isOnline} what="The field" onRetry={() => void query.refetch()} />
      )}
      {/* The page has no bar that leads to others. */}
      {!hasKiosk && (
        <Button to="/" icon="close">
          Leave
        </Button>
      )}
    </div>
  );
}
