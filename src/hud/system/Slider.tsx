import { Slider as Primitive } from 'radix-ui';
import { useId } from 'react';
import styles from './Form.module.css';

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  /** What one arrow key moves; a page key moves ten of them. */
  step: number;
  /** How the value reads, with its unit. */
  text: string;
  disabled?: boolean;
  onValueChange(value: number): void;
  /** The slider was let go, or a key was pressed: for what is costly. */
  onValueCommit?(value: number): void;
}

/** A value between two ends: the bar is filled with paper up to a notch, which is the value. */
export function Slider(props: SliderProps) {
  const { label, value, min, max, step, text, disabled, onValueChange, onValueCommit } = props;
  const id = useId();
  return (
    <div className="grid gap4">
      <div className="flex apart gap16 t13">
        <span id={id} className="muted">
          {label}
        </span>
        <span>{text}</span>
      </div>
      <Primitive.Root
        className={styles.slider}
        value={[value]}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        onValueChange={([next]) => onValueChange(next as number)}
        onValueCommit={([next]) => onValueCommit?.(next as number)}
      >
        <Primitive.Track className={styles.sliderTrack}>
          <Primitive.Range className={styles.range} />
        </Primitive.Track>
        <Primitive.Thumb className={styles.notch} aria-labelledby={id} aria-valuetext={text} />
      </Primitive.Root>
    </div>
  );
}
