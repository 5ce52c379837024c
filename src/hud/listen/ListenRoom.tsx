import { useCallback, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { blendOf, nextIndex } from '../../data/rules/listening/listenOrder.ts';
import { chooseBlend, chooseRounds, listenOrder } from '../../data/stores/listenOrder.ts';
import { registerCommands } from '../parts/commands/registry.ts';
import { TurningRifff } from '../parts/listening/TurningRifff.tsx';
import { useListening, useListeningKeys, usePreload } from '../parts/listening/useListening.ts';
import { useShareList, useShareSession } from '../parts/listening/useShareList.ts';
import { Skeleton } from '../system/Loading.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './Listen.module.css';
import { ListenPanel, type Wall } from './ListenPanel.tsx';
import { useGoOn } from './useGoOn.ts';

export interface ListenRoomProps {
  /** At least one, in the order of play. */
  shares: readonly SharedRifff[];
  /** The end of the list comes near. */
  onNearEnd(): void;
}

/** How many before the end the next page is asked for. */
const NEAR_END = 4;

/** A room that plays shared rifffs one after the other. */
export function ListenRoom({ shares, onNearEnd }: ListenRoomProps) {
  const { blendId, rounds } = useSnapshot(listenOrder);
  const blend = blendOf(blendId);
  const rifffs = useShareList(shares);
  const own = useListening(rifffs, blend.boundary, blend.bars);
  const wall = useWall();
  const isQuiet = useQuiet(own.isPlaying && wall.isWall);
  useListeningKeys(own);
  useWallKeys(wall);

  const index = rifffs.indexOf(own.shown);
  const share = shares[index] as SharedRifff;
  // What plays by itself begins again after the last; skipping ends there.
  const next = shares[nextIndex(index, 1, shares.length)] as SharedRifff;
  usePreload(next.rifff);
  const toggle = useGoOn({ own, next, count: shares.length, rounds, blend });
  useShareSession(share, own, toggle);

  const isNearEnd = index >= shares.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd]);

  return (
    <article
      className={styles.room}
      data-quiet={isQuiet || undefined}
      data-wall={wall.isWall || undefined}
    >
      <div className={styles.rifff}>
        <TurningRifff
          placeId="listen"
          listening={{ ...own, togglePlay: toggle }}
          isInviting
          bitePx={8}
          marginPx={12}
        />
      </div>
      <ListenPanel
        share={share}
        next={shares.length > 1 ? next : null}
        own={own}
        order={{ blend, setBlend: chooseBlend, rounds, setRounds: chooseRounds }}
        wall={wall}
      />
    </article>
  );
}

/** Keeps the room of what will be heard. */
export function ListenSkeleton() {
  return (
    <div className={styles.room} aria-busy="true">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <div className={styles.rifff}>
        <Skeleton shape="disc" width="100%" />
      </div>
      <div className={`${styles.panel} ${styles.waiting}`}>
        <Skeleton width="80%" height={52} />
        <Skeleton width={180} height={18} />
      </div>
    </div>
  );
}

/** Turns the page into a wall and back, full screen where the browser allows it. */
function useWall(): Wall {
  const [isWall, setState] = useState(false);
  useEffect(() => {
    if (isWall) document.documentElement.dataset.wall = '';
    return () => {
      delete document.documentElement.dataset.wall;
    };
  }, [isWall]);
  useEffect(() => {
    const follow = () => setState(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    };
  }, []);
  const setWall = useCallback((wanted: boolean) => {
    setState(wanted);
    // Where full screen is refused the window itself is the wall.
    if (wanted) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  }, []);
  return { isWall, setWall };
}

/** Keys that turn the page into a wall and back. */
function useWallKeys({ isWall, setWall }: Wall): void {
  useEffect(() => {
    const group = 'Listening';
    return registerCommands([
      {
        id: 'listening.wall',
        title: 'Wall: the picture alone',
        group,
        keys: ['W'],
        run: () => setWall(!isWall),
      },
      {
        id: 'listening.leaveWall',
        title: 'Leave the wall',
        group,
        keys: ['Escape'],
        isEnabled: () => isWall,
        run: () => setWall(false),
      },
    ]);
  }, [isWall, setWall]);
}

/** After so long without a hand on anything only the picture and the credits are left. */
const QUIET_MS = 8000;

/** Has nobody touched anything for a while? Only asked while `isWanted`. */
function useQuiet(isWanted: boolean): boolean {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    if (!isWanted) {
      setQuiet(false);
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    const wake = () => {
      setQuiet(false);
      clearTimeout(timer);
      timer = setTimeout(() => setQuiet(true), QUIET_MS);
    };
    const stop = new AbortController();
    const options = { signal: stop.signal, passive: true };
    for (const name of ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const) {
      window.addEventListener(name, wake, options);
    }
    wake();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [isWanted]);
  return isQuiet;
}
