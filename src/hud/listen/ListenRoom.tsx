import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { transport } from '../../audio/state/transport.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { usedSlots } from '../../data/rules/draft.ts';
import { type Blend, nextIndex, ON_THE_BAR } from '../../data/rules/listenOrder.ts';
import { personText } from '../../data/rules/makers.ts';
import { listening } from '../../data/stores/listening.ts';
import { registerCommands } from '../commands/registry.ts';
import { useListening, usePreload } from '../landing/useListening.ts';
import { useListeningKeys } from '../landing/useListeningKeys.ts';
import { useShareList } from '../sharing/useShareList.ts';
import { ListenPanel } from './ListenPanel.tsx';
import styles from './ListenRoom.module.css';
import { TurningRifff } from './TurningRifff.tsx';
import { useMediaSession } from './useMediaSession.ts';
import { useQuiet } from './useQuiet.ts';
import { useRounds } from './useRounds.ts';
import { useWall } from './useWall.ts';

export interface ListenRoomProps {
  /** At least one, in the order of play. */
  shares: readonly SharedRifff[];
  /** The end of the list comes near. */
  onNearEnd(): void;
}

/** How many before the end the next page is asked for. */
const NEAR_END = 4;
/** A rifff that could not be loaded is passed over after this. */
const PASS_OVER_MS = 5000;
const DEFAULT_ROUNDS = 2;

/** A room that plays shared rifffs one after the other. */
export function ListenRoom({ shares, onNearEnd }: ListenRoomProps) {
  const [blend, setBlend] = useState<Blend>(ON_THE_BAR);
  const [rounds, setRounds] = useState<number>(DEFAULT_ROUNDS);
  const rifffs = useShareList(shares);
  const own = useListening(rifffs, blend.boundary, blend.bars);
  const { isTouched } = useSnapshot(listening);
  const { load } = useSnapshot(transport);
  const { isWall, setWall } = useWall();
  const isQuiet = useQuiet(own.isPlaying && isWall);
  useListeningKeys(own);
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    if (own.isPlaying) setOn(true);
  }, [own.isPlaying]);

  const index = rifffs.indexOf(own.shown);
  const share = shares[index] as SharedRifff;
  const next = shares[nextIndex(index, 1, shares.length)] as SharedRifff;
  usePreload(next.rifff);

  const skip = useRef(own.skip);
  skip.current = own.skip;
  useRounds({
    rifff: own.shown.rifff,
    isPlaying: own.isPlaying,
    rounds,
    blend,
    next: next.rifff,
    onDue: () => {
      if (shares.length > 1 && own.pendingId === null) skip.current(1);
    },
  });

  // A wall does not stop at a rifff whose sounds are gone.
  const isStuck = isOn && !own.isPlaying && !own.isWaiting && load === 'failed';
  useEffect(() => {
    if (!isStuck) return;
    const timer = setTimeout(() => own.choose(next.rifff._id), PASS_OVER_MS);
    return () => clearTimeout(timer);
  }, [isStuck, own.choose, next]);

  const isNearEnd = index >= shares.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd]);

  const toggle = () => {
    setOn(!own.isPlaying);
    own.togglePlay();
  };
  useMediaSession({
    title: own.shown.title,
    artist: personText(share.displayName),
    artworkUrl: share.image ? share.image_url : '',
    isPlaying: own.isPlaying,
    onToggle: toggle,
    onSkip: own.skip,
  });

  useEffect(
    () =>
      registerCommands([
        {
          id: 'listening.wall',
          title: 'Wall: the picture alone',
          group: 'Listening',
          keys: ['W'],
          run: () => setWall(!isWall),
        },
        {
          id: 'listening.leaveWall',
          title: 'Leave the wall',
          group: 'Listening',
          keys: ['Escape'],
          isEnabled: () => isWall,
          run: () => setWall(false),
        },
      ]),
    [isWall, setWall],
  );

  return (
    <article
      className={styles.room}
      data-quiet={isQuiet || undefined}
      data-wall={isWall || undefined}
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
        count={usedSlots(own.mix)}
        blend={blend}
        onBlend={setBlend}
        rounds={rounds}
        onRounds={setRounds}
        isWall={isWall}
        onWall={setWall}
      />
    </article>
  );
}
