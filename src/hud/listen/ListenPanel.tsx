import { useSnapshot } from 'valtio';
import { mixer } from '../../audio/state/mixer.ts';
import { transport } from '../../audio/state/transport.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { usedSlots } from '../../data/rules/draft.ts';
import { loadingSentence } from '../parts/listening/describeRifff.ts';
import { RingCredits } from '../parts/listening/RingCredits.tsx';
import type { Listening } from '../parts/listening/useListening.ts';
import { ListenControls } from './ListenControls.tsx';
import { ListenHead } from './ListenHead.tsx';
import { ListenOrder, type Order } from './ListenOrder.tsx';
import styles from './ListenPanel.module.css';
import { NextUp } from './NextUp.tsx';
import type { Wall } from './useWall.ts';

export interface ListenPanelProps {
  share: SharedRifff;
  next: SharedRifff | null;
  own: Listening;
  order: Order;
  wall: Wall;
}

/** What is heard, who made it, what comes next, and how. */
export function ListenPanel({ share, next, own, order, wall }: ListenPanelProps) {
  const { solo } = useSnapshot(mixer);
  const { error, failedSlots, load } = useSnapshot(transport);
  const { shown, mix } = own;
  const { isWall, setWall } = wall;
  const isComing = own.pendingId !== null && own.pendingId !== shown.rifff._id;
  return (
    <div className={`${styles.panel} over`}>
      <ListenHead share={share} title={shown.title} />
      <div className={styles.credits}>
        <RingCredits rifff={mix} solo={solo} isShort={isWall} />
      </div>
      <ListenControls share={share} own={own} wall={wall} />
      <p className={`${styles.status} t13 muted`} role="status">
        {loadingSentence(failedSlots.length, usedSlots(mix), error)}
      </p>
      <div className={styles.settings} hidden={isWall}>
        {next && !isWall && (
          <NextUp
            share={next}
            word={isComing ? (load === 'loading' ? 'Loading' : 'Coming in') : 'Next'}
            onChoose={() => own.skip(1)}
          />
        )}
        <ListenOrder order={order} onWall={() => setWall(true)} />
      </div>
    </div>
  );
}
