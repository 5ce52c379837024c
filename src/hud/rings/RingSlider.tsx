import type { Rifff } from '../../data/contract/rifff.ts';
import { playingSlot } from '../../data/rules/draft/draft.ts';
import styles from './RingControls.module.css';
import { gainDb, MAX_DB, SILENT_DB } from './ringGain.ts';
import { ringText } from './ringText.ts';

export interface RingSliderProps {
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
export function RingSlider(props: RingSliderProps) {
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
