import type { CSSProperties } from 'react';
import { MAX_SHIFT_SEMITONES } from '../../data/contract/constants.ts';
import { SCALES } from '../../data/contract/scales.ts';
import styles from './controls.module.css';
import { toPosition } from './slider.ts';
import { type SliderProps, useSlider } from './useSlider.ts';

export interface PitchTicksProps extends SliderProps {
  ink?: string;
  /** Index of the rifff's scale: shifts that land on its steps have tall ticks. */
  scale: number;
}

const RANGE = {
  min: -MAX_SHIFT_SEMITONES,
  max: MAX_SHIFT_SEMITONES,
  step: 1,
  page: 12,
  grid: 1,
  reset: 0,
};
const SHIFTS = Array.from({ length: 2 * MAX_SHIFT_SEMITONES + 1 }, (_, i) => i + RANGE.min);

function tickClass(shift: number, value: number, steps: readonly number[]): string {
  const isTall = steps.includes((shift + 24) % 12);
  const isIn = shift !== 0 && shift * value > 0 && Math.abs(shift) < Math.abs(value);
  return [
    styles.tick,
    isTall && styles.tickTall,
    shift === 0 && styles.tickZero,
    isIn && styles.tickIn,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Semitones as 25 ticks, those of the scale tall. */
export function PitchTicks({ ink, scale, ...props }: PitchTicksProps) {
  const slider = useSlider(props, RANGE);
  const steps = (SCALES[scale] ?? SCALES[0])?.steps ?? [];
  const style = { '--at': toPosition(props.value, RANGE), '--ink': ink } as CSSProperties;
  return (
    <div className={styles.track} style={style} {...slider}>
      <div className={styles.ticks}>
        {SHIFTS.map((shift) => (
          <span key={shift} className={tickClass(shift, props.value, steps)} />
        ))}
      </div>
      <div className={styles.gap} />
      <div className={styles.notch} />
    </div>
  );
}
