import { type ReactNode, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { mixer } from '../../../audio/state/mixer.ts';
import { markTouched } from '../../../data/stores/listening.ts';
import type { RifffView } from '../../../data/stores/places.ts';
import { focusSlot, ui } from '../../../data/stores/ui.ts';
import { useEngine } from '../../EngineContext.tsx';
import { RifffPlace } from '../rings/RifffPlace.tsx';
import { RingControls } from '../rings/RingControls.tsx';
import type { RingActions } from '../rings/ringActions.ts';
import { PlayDisc } from './PlayDisc.tsx';
import type { Listening } from './useListening.ts';

export interface TurningRifffProps {
  placeId: string;
  listening: Listening;
  /** Turns silently until somebody has touched a ring. */
  isInviting?: boolean;
  bitePx?: number;
  marginPx?: number;
  /** Lies under the controls. */
  children?: ReactNode;
}

/** A big rifff that plays on a tap and is mixed by touching its rings. Its place sets `--disc`. */
export function TurningRifff(props: TurningRifffProps) {
  const { placeId, listening: own, isInviting, bitePx, marginPx, children } = props;
  const engine = useEngine();
  const { solo } = useSnapshot(mixer);
  const { focusedSlot } = useSnapshot(ui);
  const { shown, mix, isPlaying, edit } = own;

  const view = useMemo<RifffView>(
    () => ({
      rifff: mix,
      isLive: isPlaying,
      isInviting,
      focused: focusedSlot,
      solo,
      bitePx,
      marginPx,
    }),
    [mix, isPlaying, isInviting, focusedSlot, solo, bitePx, marginPx],
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
    <RifffPlace id={placeId} view={view}>
      {children}
      <RingControls
        placeId={placeId}
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
  );
}
