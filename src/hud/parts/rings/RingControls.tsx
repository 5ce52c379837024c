import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { playingSlot } from '../../../data/rules/draft/draft.ts';
import { rifffBars } from '../../../data/rules/time/timing.ts';
import { scene } from '../../../data/stores/scene.ts';
import { layoutRings, PICK_REACH } from '../../../drawing/layout.ts';
import { rifffModel } from '../../../drawing/model.ts';
import page from '../Page.module.css';
import { usePlaceRadiusPx } from './placeGeometry.ts';
import styles from './Rings.module.css';
import { followWheel, muteRing, type RingActions, type RingContext } from './ringActions.ts';
import { gainDb, MAX_DB, SILENT_DB } from './ringGain.ts';
import { followRings } from './ringPointer.ts';
import { ringText } from './ringText.ts';
import { useRingFocus } from './useRingKeys.ts';

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
    const options = { context, label: showWord, onTouched };
    const stops = [followRings(element, options), followWheel(element, options)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [hasDisc, context, showWord, onTouched]);

  const reach = Math.max(layout.radius, layout.rings.at(-1)?.outer ?? 0) * PICK_REACH;
  const focused = layout.rings.find((ring) => ring.slot === focus.visibleSlot);
  return (
    <div className={page.overRings}>
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

interface RingSliderProps {
  rifff: Rifff;
  slot: number;
  /** Place among the rings, from 1 inside, and their number. */
  position: number;
  count: number;
  /** Slot that alone sounds, or −1. */
  solo: number;
  /** Centre on the rifff, in CSS pixels from its middle. */
  x: number;
  y: number;
  isTabStop: boolean;
  onPress(): void;
}

const tenth = (value: number) => Math.round(value * 10) / 10;

/**
 * A ring for the keyboard and for screen readers: a slider of its gain that lies on the ring. Real pointers
 * go through it; a click comes only from a screen reader.
 */
function RingSlider(props: RingSliderProps) {
  const { rifff, slot, position, count, solo, x, y, isTabStop, onPress } = props;
  const gain = playingSlot(rifff, slot)?.gain ?? 0;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the group, for all rings at once.
    <div
      role="slider"
      tabIndex={isTabStop ? 0 : -1}
      data-slot={slot}
      aria-label={`Ring ${position} of ${count}`}
      aria-orientation="vertical"
      aria-valuemin={SILENT_DB}
      aria-valuemax={tenth(MAX_DB)}
      aria-valuenow={tenth(gainDb(gain))}
      aria-valuetext={ringText(rifff, slot, solo)}
      className={styles.ring}
      style={{ left: `calc(50% + ${x}px)`, top: `calc(50% + ${y}px)` }}
      onClick={onPress}
    />
  );
}

/** Where the word lies from the finger: above it, so that a fingertip does not hide it. */
const ABOVE_PX = 56;
const ASIDE_PX = 16;
/** Room that the word may need; nearer to the right edge it changes sides. */
const ROOM_PX = 176;
/**
 * A word that follows the finger without a React commit.
 *
 * @returns the element's ref, and what shows a text at CSS pixels of the viewport; null hides it,
 *   and a word that no release ends goes by itself after `forMs`
 */
function useFingerWord(): {
  word: RefObject<HTMLDivElement | null>;
  showWord(text: string | null, x: number, y: number, forMs?: number): void;
} {
  const word = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const showWord = useCallback((text: string | null, x: number, y: number, forMs?: number) => {
    const element = word.current;
    if (!element) return;
    clearTimeout(timer.current);
    element.hidden = text === null;
    if (text === null) return;
    if (element.textContent !== text) element.textContent = text;
    const isRight = x + ROOM_PX > window.innerWidth;
    const left = x + (isRight ? -ASIDE_PX : ASIDE_PX);
    const top = y > ABOVE_PX + 8 ? y - ABOVE_PX : y + ABOVE_PX / 2;
    element.style.transform = `translate(${left}px, ${top}px)${isRight ? ' translateX(-100%)' : ''}`;
    if (forMs === undefined) return;
    timer.current = setTimeout(() => {
      element.hidden = true;
    }, forMs);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { word, showWord };
}
