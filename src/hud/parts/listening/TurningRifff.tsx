import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { mixer } from '../../../audio/state/mixer.ts';
import { transport } from '../../../audio/state/transport.ts';
import { listening, markTouched } from '../../../data/stores/listening.ts';
import type { RifffView } from '../../../data/stores/places.ts';
import { focusSlot, ui } from '../../../data/stores/ui.ts';
import { useEngine } from '../../EngineContext.tsx';
import { Icon } from '../../system/Icon.tsx';
import { Spinner } from '../../system/Loading.tsx';
import { RifffPlace } from '../rings/RifffPlace.tsx';
import { RingControls } from '../rings/RingControls.tsx';
import type { RingActions } from '../rings/ringActions.ts';
import styles from './Listening.module.css';
import type { Listening } from './useListening.ts';

export interface TurningRifffProps {
  placeId: string;
  listening: Listening;
  /** Does it turn silently until a ring was touched? */
  isInviting?: boolean;
  bitePx?: number;
  marginPx?: number;
  /** People and their touches around it, in a room. */
  room?: RifffView['room'];
  /** Drawn in a look of the stage. */
  stage?: RifffView['stage'];
  /** A ring was mixed, by a finger or a key. */
  onRing?(slot: number): void;
}

/** A big rifff that plays on a tap and is mixed by touching its rings. Its place sets `--disc`. */
export function TurningRifff(props: TurningRifffProps) {
  const { placeId, listening: own, bitePx, marginPx, room, stage, onRing } = props;
  const engine = useEngine();
  const { solo } = useSnapshot(mixer);
  const { isTouched } = useSnapshot(listening);
  const isInviting = props.isInviting && !isTouched;
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
      room,
      stage,
    }),
    [mix, isPlaying, isInviting, focusedSlot, solo, bitePx, marginPx, room, stage],
  );

  const actions = useMemo<RingActions>(
    () => ({
      edit(change, key) {
        if (key?.slot !== undefined) onRing?.(key.slot);
        edit(change);
      },
      gain: (slot, gain) => engine.setSlotGain(slot, gain),
      solo(slot) {
        if (slot >= 0) onRing?.(slot);
        engine.setSolo(slot);
      },
      focus: focusSlot,
      firstTouch: () => {
        markTouched();
        void engine.unlock();
      },
    }),
    [engine, edit, onRing],
  );

  return (
    <RifffPlace id={placeId} view={view}>
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

interface PlayDiscProps {
  /** What is played, for screen readers. */
  title: string;
  isPlaying: boolean;
  /** Asked to play and not heard yet. */
  isWaiting: boolean;
  onToggle(): void;
}

/** The button in the hole: plays, pauses, and says how many loops are still to come. */
export function PlayDisc({ title, isPlaying, isWaiting, onToggle }: PlayDiscProps) {
  const { loadedLoops, totalLoops } = useSnapshot(transport);
  const hasCount = isWaiting && totalLoops > 0 && loadedLoops < totalLoops;
  const label = isPlaying ? `Pause ${title}` : isWaiting ? `Loading ${title}` : `Play ${title}`;
  return (
    <button
      type="button"
      className={`discIcon ${styles.disc}`}
      aria-label={hasCount ? `${label}, ${loadedLoops} of ${totalLoops} loops` : label}
      aria-busy={isWaiting}
      onClick={onToggle}
    >
      {hasCount ? (
        <span className={styles.count}>
          {loadedLoops}/{totalLoops}
        </span>
      ) : isWaiting ? (
        <Spinner />
      ) : (
        <Icon name={isPlaying ? 'pause' : 'play'} />
      )}
    </button>
  );
}
