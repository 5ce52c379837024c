import type { CSSProperties } from 'react';
import { MAX_GAIN } from '../../data/contract/constants.ts';
import styles from './controls.module.css';
import { fromPosition, toPosition } from './slider.ts';
import { type SliderProps, useSlider } from './useSlider.ts';

export interface GainWedgeProps extends SliderProps {
  /** Ink of the filled part; paper when left out. */
  ink?: string;
  /** Largest linear gain. */
  max?: number;
  /** Linear gain of double click, 0 and R. */
  reset?: number;
  /** 2 gives the quiet end more room, as on a master. */
  taper?: number;
}

/** Linear gain as a growing wedge: filled in the slot's ink up to the notch. Without label and value. */
export function GainWedge({ ink, max = MAX_GAIN, reset = 1, taper = 1, ...props }: GainWedgeProps) {
  const range = { min: 0, max, step: max / 40, page: max / 10, grid: 0, reset };
  const slider = useSlider(props, range, (at) => fromPosition(at, range, taper));
  const style = {
    '--at': toPosition(props.value, range, taper),
    '--ink': ink,
  } as CSSProperties;
  return (
    <div className={styles.track} style={style} {...slider}>
      <div className={styles.wedge} />
      <div className={styles.fillClip}>
        <div className={styles.wedgeFill} />
      </div>
      <div className={styles.gap} />
      <div className={styles.notch} />
    </div>
  );
}
