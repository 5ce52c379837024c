import { useSnapshot } from 'valtio';
import { listening } from '../../data/stores/listening.ts';
import { TurningRifff } from '../listen/TurningRifff.tsx';
import { useHasScene } from '../parts/page/frame.tsx';
import { HeroStill } from './HeroStill.tsx';
import styles from './Landing.module.css';
import type { Listening } from './useListening.ts';

export const HERO_PLACE = 'landing.hero';
const ROOM_PX = 12;

/** The big rifff of the first page: turns, plays, and is mixed by touching its rings. */
export function Hero({ listening: own }: { listening: Listening }) {
  const { isTouched } = useSnapshot(listening);
  const hasScene = useHasScene();
  return (
    <div className={styles.hero}>
      <TurningRifff
        placeId={HERO_PLACE}
        listening={own}
        isInviting={!isTouched}
        bitePx={7}
        marginPx={ROOM_PX}
      >
        {!hasScene && <HeroStill rifff={own.mix} />}
      </TurningRifff>
    </div>
  );
}
