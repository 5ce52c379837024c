import type { CSSProperties } from 'react';
import {
  DEFAULT_PLAYBACK_RATE,
  MAX_GAIN,
  MAX_PLAYBACK_RATE,
  MAX_SHIFT_SEMITONES,
  MIN_PLAYBACK_RATE,
  PLAYBACK_RATE_STEP,
} from '../../../data/contract/constants.ts';
import { SCALES } from '../../../data/contract/scales.ts';
import styles from './controls.module.css';
import {
  fromPosition,
  type SliderProps,
  type SliderRange,
  toPosition,
  useSlider,
} from './slider.ts';

interface GainWedgeProps extends SliderProps {
  /** Ink of the filled part; paper when left out. */
  ink?: string;
  /** Largest linear gain. */
  max?: number;
  /** Linear gain of double click, 0 and R. */
  reset?: number;
  /** 2 gives the quiet end more of the track, as on a master. */
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

interface FillTrackProps extends SliderProps {
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

interface PitchTicksProps extends SliderProps {
  ink?: string;
  /** Index of the rifff's scale: shifts that land on its steps have tall ticks. */
  scale: number;
}

const SHIFT_RANGE = {
  min: -MAX_SHIFT_SEMITONES,
  max: MAX_SHIFT_SEMITONES,
  step: 1,
  page: 12,
  grid: 1,
  reset: 0,
};
const SHIFTS = Array.from({ length: 2 * MAX_SHIFT_SEMITONES + 1 }, (_, i) => i + SHIFT_RANGE.min);

function pitchTickClass(shift: number, value: number, steps: readonly number[]): string {
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
  const slider = useSlider(props, SHIFT_RANGE);
  const steps = (SCALES[scale] ?? SCALES[0])?.steps ?? [];
  const style = { '--at': toPosition(props.value, SHIFT_RANGE), '--ink': ink } as CSSProperties;
  return (
    <div className={styles.track} style={style} {...slider}>
      <div className={styles.ticks}>
        {SHIFTS.map((shift) => (
          <span key={shift} className={pitchTickClass(shift, props.value, steps)} />
        ))}
      </div>
      <div className={styles.gap} />
      <div className={styles.notch} />
    </div>
  );
}

const RATE_RANGE = {
  min: MIN_PLAYBACK_RATE,
  max: MAX_PLAYBACK_RATE,
  step: PLAYBACK_RATE_STEP,
  page: 2 * PLAYBACK_RATE_STEP,
  grid: PLAYBACK_RATE_STEP,
  reset: DEFAULT_PLAYBACK_RATE,
};
const COUNT = Math.round((RATE_RANGE.max - RATE_RANGE.min) / PLAYBACK_RATE_STEP) + 1;
const RATES = Array.from({ length: COUNT }, (_, i) => RATE_RANGE.min + i * PLAYBACK_RATE_STEP);

/** A finger anywhere on a block means that block, so the seven share the width evenly. */
function rateAt(position: number): number {
  const block = Math.min(COUNT - 1, Math.max(0, Math.floor(position * COUNT)));
  return RATES[block] ?? RATE_RANGE.reset;
}

/** Playback rate as seven growing blocks from half to double speed; the one that plays is paper. */
export function SpeedBlocks(props: SliderProps) {
  const slider = useSlider(props, RATE_RANGE, rateAt);
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
