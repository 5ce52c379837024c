import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { mixer } from '../../audio/state/mixer.ts';
import type { StarterRifff } from '../../data/contract/library.ts';
import { listening, markTouched } from '../../data/stores/listening.ts';
import type { RifffView } from '../../data/stores/places.ts';
import { focusSlot, ui } from '../../data/stores/ui.ts';
import { useEngine } from '../EngineContext.tsx';
import { RifffPlace } from '../rings/RifffPlace.tsx';
import { type RingActions, RingControls } from '../rings/RingControls.tsx';
import { useHasScene } from '../shell/sceneState.ts';
import { HeroStill } from './HeroStill.tsx';
import styles from './Landing.module.css';
import { PlayDisc } from './PlayDisc.tsx';
import type { Listening } from './useListening.ts';

export const HERO_PLACE = 'landing.hero';
const ROOM_PX = 12;

export interface HeroProps {
  shown: StarterRifff;
  listening: Listening;
}

/** The big rifff of the first page: turns, plays, and is mixed by touching its rings. */
export function Hero({ shown, listening: own }: HeroProps) {
  const engine = useEngine();
  const { solo } = useSnapshot(mixer);
  const { isTouched } = useSnapshot(listening);
  const { focusedSlot } = useSnapshot(ui);
  const hasScene = useHasScene();
  const { mix, isPlaying, edit, togglePlay } = own;

  const view = useMemo<RifffView>(
    () => ({
      rifff: mix,
      isLive: isPlaying,
      isInviting: !isTouched,
      focused: focusedSlot,
      solo,
      bitePx: 7,
      marginPx: ROOM_PX,
    }),
    [mix, isPlaying, isTouched, focusedSlot, solo],
  );

  const actions = useMemo<RingActions>(
    () => ({
      edit,
      gain: (slot, gain) => engine.setSlotGain(slot, gain),
      solo: (slot) => engine.setSolo(slot),
      focus: focusSlot,
      firstTouch: () => {
        markTouched();
        void engine.unlock();
      },
    }),
    [engine, edit],
  );

  return (
    <div className={styles.hero}>
      <RifffPlace id={HERO_PLACE} view={view}>
        {!hasScene && <HeroStill rifff={mix} />}
        <RingControls
          placeId={HERO_PLACE}
          rifff={mix}
          solo={solo}
          canPitch={engine.features.pitchShift}
          actions={actions}
          label={`Rings of ${shown.title}`}
        />
        <PlayDisc
          title={shown.title}
          isPlaying={isPlaying}
          isWaiting={own.isWaiting}
          onToggle={togglePlay}
        />
      </RifffPlace>
    </div>
  );
}
