import { useEffect, useMemo, useState } from 'react';
import type { RifffView, StageView } from '../../data/stores/places.ts';
import { registerCommands } from '../parts/commands/registry.ts';
import { RingCredits } from '../parts/listening/RingCredits.tsx';
import { Later, lazyComponent } from '../parts/page/lazyPiece.tsx';
import { usePageTitle } from '../parts/page/page.ts';
import { useAwakeScreen } from '../parts/page/useAwakeScreen.ts';
import { RifffPlace } from '../parts/rings/RifffPlace.tsx';
import { Button, IconButton } from '../system/Button.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './Listen.module.css';
import { useCastIn } from './useCastIn.ts';
import { useQuiet } from './useWall.ts';

const WallLook = lazyComponent(async () => (await import('./WallLook.tsx')).WallLook).Piece;

function toggleFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  else document.documentElement.requestFullscreen?.().catch(() => {});
}

/** `/listen?show=1`: the picture of what another window plays, in the look that it was shared with. Silent, and without any control over it. */
export function CastRoom() {
  const { show, place } = useCastIn();
  usePageTitle(show ? `${show.title}, shown` : 'Listen, shown');
  useAwakeScreen();
  const isQuiet = useQuiet(true);
  useEffect(() => {
    document.documentElement.dataset.wall = '';
    const remove = registerCommands([
      {
        id: 'listening.fullScreen',
        title: 'Full screen',
        group: 'Listening',
        keys: ['W'],
        run: toggleFullScreen,
      },
    ]);
    return () => {
      remove();
      delete document.documentElement.dataset.wall;
    };
  }, []);

  const isPlaying = place?.isPlaying === true;
  const [look, setLook] = useState<StageView['look'] | null>(null);
  const view = useMemo((): RifffView | null => {
    if (!show || !place) return null;
    const still = isPlaying ? {} : { phase: place.turns % 1 };
    const stage = look !== null && { look, routes: {}, before: [], isClear: false };
    return {
      ...{ rifff: show.rifff, isLive: isPlaying, solo: show.solo, marginPx: 12 },
      ...still,
      ...(stage && { stage }),
    };
  }, [show, place, isPlaying, look]);

  return (
    <article
      className={styles.room}
      data-wall
      data-quiet={isQuiet || undefined}
      data-rifff={show?.rifff._id}
      data-playing={isPlaying || undefined}
    >
      <Later>
        <WallLook share={show?.share ?? null} next={null} onLook={setLook} />
      </Later>
      <div className={styles.rifff}>
        {view ? <RifffPlace id="cast" view={view} /> : <Skeleton shape="disc" width="100%" />}
      </div>
      <div className={`${styles.panel} over`}>
        <VisuallyHidden role="status">
          {show ? `Shows ${show.title} by ${show.by}` : 'Nothing plays in another window'}
        </VisuallyHidden>
        {show ? (
          <>
            <h1 className={`${styles.title} clamp`}>{show.title}</h1>
            <p className={styles.by}>{show.by}</p>
            <RingCredits rifff={show.rifff} solo={show.solo} isShort />
          </>
        ) : (
          <>
            <h1 className={styles.title}>Nothing plays</h1>
            <p className={styles.by}>This window shows what another one of this browser plays.</p>
          </>
        )}
        <div className={`row wrap gap8 top24 ${styles.controls}`}>
          {!show && (
            <Button to="/listen" size="sm">
              Listen here
            </Button>
          )}
          <IconButton
            icon="expand"
            label="Full screen"
            size="sm"
            variant="outlined"
            onClick={toggleFullScreen}
          />
        </div>
      </div>
    </article>
  );
}
