import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { blendOf, nextIndex } from '../../data/rules/listenOrder.ts';
import { listening } from '../../data/stores/listening.ts';
import { chooseBlend, chooseRounds, listenOrder } from '../../data/stores/listenOrder.ts';
import { TurningRifff } from '../parts/listening/TurningRifff.tsx';
import { useListening, usePreload } from '../parts/listening/useListening.ts';
import { useListeningKeys } from '../parts/listening/useListeningKeys.ts';
import { useShareList } from '../parts/listening/useShareList.ts';
import { useShareSession } from '../parts/listening/useShareSession.ts';
import { ListenPanel } from './ListenPanel.tsx';
import styles from './ListenRoom.module.css';
import { useGoOn } from './useGoOn.ts';
import { useQuiet } from './useQuiet.ts';
import { useWall } from './useWall.ts';
import { useWallKeys } from './useWallKeys.ts';

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
  const { isTouched } = useSnapshot(listening);
  const wall = useWall();
  const isQuiet = useQuiet(own.isPlaying && wall.isWall);
  useListeningKeys(own);
  useWallKeys(wall);

  const index = rifffs.indexOf(own.shown);
  const share = shares[index] as SharedRifff;
  const next = shares[nextIndex(index, 1, shares.length)] as SharedRifff;
  usePreload(next.rifff);
  const toggle = useGoOn({ own, next, count: shares.length, rounds, blend });
  useShareSession(share, own, toggle, shares.length > 1);

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
          isInviting={!isTouched}
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
