import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Rifff } from '../../data/contract/rifff.ts';
import { rifffBars } from '../../data/rules/time/timing.ts';
import { scene } from '../../data/stores/scene.ts';
import { layoutRings, PICK_REACH } from '../../drawing/layout.ts';
import { rifffModel } from '../../drawing/model.ts';
import { usePlaceRadiusPx } from './placeGeometry.ts';
import styles from './RingControls.module.css';
import { RingSlider } from './RingSlider.tsx';
import type { RingActions } from './ringActions.ts';
import { muteRing, type RingContext } from './ringContext.ts';

import { followRings } from './ringPointer.ts';
import { gainText, ringText } from './ringText.ts';
import { followWheel } from './ringWheel.ts';
import { useFingerWord } from './useFingerWord.ts';
import { useRingFocus } from './useRingFocus.ts';

export type { RingActions } from './ringActions.ts';

export interface RingControlsProps {
  /** Place whose rings they are; put the controls inside it, as its child. */
  placeId: string;
  rifff: Rifff;
  isEditor?: boolean;
  selected?: number;
  /** Slot that alone sounds, or −1. */
  solo: number;
  /** Can the engine shift pitch? Else going round is only for flicks. */
  canPitch?: boolean;
  /** Name of the group for screen readers. */
  label?: string;
  actions: RingActions;
}

/** How long the gain stays beside the pointer after a turn of the wheel. */
const WHEEL_WORD_MS = 900;
/** Angle of the first slider on its ring, and of the word beside a focused one: right of the top. */
const FIRST_ANGLE = -Math.PI / 3;

/** Everything that hands and keys do to the rings of one rifff. It draws nothing itself but words. */
export function RingControls(props: RingControlsProps) {
  const {
    placeId,
    rifff,
    isEditor = false,
    selected = -1,
    solo,
    canPitch = false,
    actions,
  } = props;
  const radiusPx = usePlaceRadiusPx(placeId);
  const layout = useMemo(() => {
    const { rings, character } = rifffModel(rifff, rifffBars(rifff));
    return layoutRings(rings, radiusPx, { isEditor, character });
  }, [rifff, radiusPx, isEditor]);
  const context = useRingContext({ placeId, rifff, layout, radiusPx, solo, canPitch, actions });
  const group = useRef<HTMLDivElement>(null);
  const disc = useRef<SVGCircleElement>(null);
  const { word, showWord } = useFingerWord();
  const slots = layout.rings.map((ring) => ring.slot);
  const focus = useRingFocus({ group, context, slots, selected });
  const { onTouched } = focus;
  const isDrawn = useSnapshot(scene).state === 'live';
  const hasDisc = slots.length > 0 && radiusPx > 0;

  useEffect(() => {
    const element = disc.current;
    if (!element || !hasDisc) return;
    const stopWheel = followWheel(element, context, (gain, x, y) =>
      showWord(gainText(gain), x, y, WHEEL_WORD_MS),
    );
    const stopPointer = followRings(element, { context, label: showWord, onTouched });
    return () => {
      stopPointer();
      stopWheel();
    };
  }, [hasDisc, context, showWord, onTouched]);

  const reach = Math.max(layout.radius, layout.rings.at(-1)?.outer ?? 0) * PICK_REACH;
  const focused = layout.rings.find((ring) => ring.slot === focus.visibleSlot);
  return (
    <div className={styles.controls}>
      <svg className={styles.disc} aria-hidden="true">
        {hasDisc && (
          <circle
            ref={disc}
            className={styles.reach}
            cx="50%"
            cy="50%"
            r={(reach + layout.hole) / 2}
            strokeWidth={reach - layout.hole}
          />
        )}
        {focused && !isDrawn && (
          <circle className={styles.keyline} cx="50%" cy="50%" r={focused.outer} />
        )}
      </svg>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this is a group of sliders. */}
      <div
        ref={group}
        role="group"
        aria-label={props.label ?? 'Rings'}
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        onContextMenu={focus.onContextMenu}
      >
        {layout.rings.map((ring, at) => {
          const angle = FIRST_ANGLE + (at * 2 * Math.PI) / slots.length;
          const middle = ring.outer - ring.pitch / 2;
          return (
            <RingSlider
              key={ring.slot}
              rifff={rifff}
              slot={ring.slot}
              position={at + 1}
              count={slots.length}
              solo={solo}
              x={middle * Math.cos(angle)}
              y={middle * Math.sin(angle)}
              isTabStop={ring.slot === focus.tabStop}
              onPress={() => {
                context().firstTouch();
                muteRing(context(), ring.slot);
              }}
            />
          );
        })}
      </div>
      {focused && (
        <div
          aria-hidden="true"
          className={`${styles.word} ${styles.focus}`}
          style={{ left: '50%', top: `calc(50% - ${focused.outer}px)` }}
        >
          {ringText(rifff, focused.slot, solo)}
        </div>
      )}
      <div ref={word} aria-hidden="true" hidden className={`${styles.word} ${styles.finger}`} />
    </div>
  );
}

/** The context as it is at any moment, by a function that stays the same. */
function useRingContext(now: Omit<RingContext, 'firstTouch'>): () => RingContext {
  const hasTouched = useRef(false);
  const latest = useRef<RingContext | null>(null);
  latest.current = {
    ...now,
    firstTouch: () => {
      if (hasTouched.current) return;
      hasTouched.current = true;
      now.actions.firstTouch?.();
    },
  };
  return useCallback(() => latest.current as RingContext, []);
}
