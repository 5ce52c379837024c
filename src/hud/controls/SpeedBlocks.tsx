import type { CSSProperties } from 'react';
import {
  DEFAULT_PLAYBACK_RATE,
  MAX_PLAYBACK_RATE,
  MIN_PLAYBACK_RATE,
  PLAYBACK_RATE_STEP,
} from '../../data/contract/constants.ts';
import styles from './controls.module.css';
import { type SliderProps, useSlider } from './useSlider.ts';

const RANGE = {
  min: MIN_PLAYBACK_RATE,
  max: MAX_PLAYBACK_RATE,
  step: PLAYBACK_RATE_STEP,
  page: 2 * PLAYBACK_RATE_STEP,
  grid: PLAYBACK_RATE_STEP,
  reset: DEFAULT_PLAYBACK_RATE,
};
const COUNT = Math.round((RANGE.max - RANGE.min) / PLAYBACK_RATE_STEP) + 1;
const RATES = Array.from({ length: COUNT }, (_, i) => RANGE.min + i * PLAYBACK_RATE_STEP);

/** A finger anywhere on a block means that block, so the seven share the width evenly. */
function rateAt(position: number): number {
  const block = Math.min(COUNT - 1, Math.max(0, Math.floor(position * COUNT)));
  return RATES[block] ?? RANGE.reset;
}

/** Playback rate as seven growing blocks from half to double speed; the one that plays is paper. */
export function SpeedBlocks(props: SliderProps) {
  const slider = useSlider(props, RANGE, rateAt);
  return (
    <div className={styles.track} {...slider}>
      <div className={styles.blocks}>
        {RATES.map((rate, i) => (
          <span
            key={rate}
            className={rate === props.value ? `${styles.block} ${styles.blockOn}` : styles.block}
            style={{ '--tall': `${7 + 3.2 * i}px` } as CSSProperties}
          />
        ))}
      </div>
    </div>
  );
}
