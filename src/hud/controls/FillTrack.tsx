import type { CSSProperties } from 'react';
import styles from './controls.module.css';
import { fromPosition, type SliderRange, toPosition } from './slider.ts';
import { type SliderProps, useSlider } from './useSlider.ts';

export interface FillTrackProps extends SliderProps {
  ink?: string;
  range: SliderRange;
  /** Value from which the fill reaches to the notch: the middle of a pan, the open end of a cut. */
  origin: number;
}

/** A value on a bar, filled in the slot's ink from its origin to the notch. Without label and value. */
export function FillTrack({ ink, range, origin, ...props }: FillTrackProps) {
  const slider = useSlider(props, range, (at) => fromPosition(at, range));
  const at = toPosition(props.value, range);
  const from = toPosition(origin, range);
  const style = {
    '--at': at,
    '--from': Math.min(at, from),
    '--to': Math.max(at, from),
    '--ink': ink,
  } as CSSProperties;
  return (
    <div className={styles.track} style={style} {...slider}>
      <div className={styles.bar} />
      <div className={styles.barFill} />
      <div className={styles.gap} />
      <div className={styles.notch} />
    </div>
  );
}
