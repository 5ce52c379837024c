import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { mixer } from '../../audio/state/mixer.ts';
import { markTouched } from '../../data/stores/listening.ts';
import type { RifffView } from '../../data/stores/places.ts';
import { focusSlot, ui } from '../../data/stores/ui.ts';
import { useEngine } from '../EngineContext.tsx';
import { PlayDisc } from '../parts/listening/PlayDisc.tsx';
import type { Listening } from '../parts/listening/useListening.ts';
import { RifffPlace } from '../parts/rings/RifffPlace.tsx';
import { RingControls } from '../parts/rings/RingControls.tsx';
import type { RingActions } from '../parts/rings/ringActions.ts';
import styles from './JamRings.module.css';

export const JAM_PLACE = 'jam.now';
const MARGIN_PX = 14;

/** The rifff of a jam that is on show: plays, and is mixed by touching its rings. */
export function JamRings({ listening: own }: { listening: Listening }) {
  const engine = useEngine();
  const { solo } = useSnapshot(mixer);
  const { focusedSlot } = useSnapshot(ui);
  const { shown, mix, isPlaying, edit } = own;

  const view = useMemo<RifffView>(
    () => ({ rifff: mix, isLive: isPlaying, focused: focusedSlot, solo, marginPx: MARGIN_PX }),
    [mix, isPlaying, focusedSlot, solo],
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
    <div className={styles.room}>
      <div className={styles.sheet}>
        <RifffPlace id={JAM_PLACE} view={view}>
          <RingControls
            placeId={JAM_PLACE}
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
            onToggle={own.togglePlay}
          />
        </RifffPlace>
      </div>
    </div>
  );
}
