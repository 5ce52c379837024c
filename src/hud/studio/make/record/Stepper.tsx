import type { KeyboardEvent } from 'react';
import { IconButton } from '../../../system/Button.tsx';
import styles from './Record.module.css';

interface StepperProps {
  label: string;
  value: number;
  /** How the value reads. */
  text: string;
  min: number;
  max: number;
  step?: number;
  /** Do the buttons go by halves and doubles? Arrow keys go by one all the same. */
  isDoubling?: boolean;
  isDisabled?: boolean;
  onChange(value: number): void;
}

/** A whole number between two buttons. On the number, arrows step and Home and End go to the ends. */
export function Stepper(props: StepperProps) {
  const { label, value, text, min, max, step = 1, isDoubling, isDisabled, onChange } = props;
  const hold = (next: number) => Math.min(max, Math.max(min, next));
  const down = isDoubling ? 2 ** Math.ceil(Math.log2(value) - 1) : value - step;
  const up = isDoubling ? 2 ** Math.floor(Math.log2(value) + 1) : value + step;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isDisabled) return;
    const next: Record<string, number> = {
      ArrowUp: value + step,
      ArrowRight: value + step,
      ArrowDown: value - step,
      ArrowLeft: value - step,
      PageUp: up,
      PageDown: down,
      Home: min,
      End: max,
    };
    const to = next[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (hold(to) !== value) onChange(hold(to));
  };

  return (
    <div className="row gap4 tapButtons">
      <span className={styles.stepperLabel}>{label}</span>
      <IconButton
        icon="minus"
        size="xs"
        variant="outlined"
        label={`${label}: less`}
        disabled={isDisabled || value <= min}
        onClick={() => onChange(hold(down))}
      />
      <span
        className={`offEdge ${styles.stepperValue}`}
        role="spinbutton"
        tabIndex={isDisabled ? -1 : 0}
        aria-label={label}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={text}
        aria-disabled={isDisabled || undefined}
        onKeyDown={onKeyDown}
      >
        {text}
      </span>
      <IconButton
        icon="plus"
        size="xs"
        variant="outlined"
        label={`${label}: more`}
        disabled={isDisabled || value >= max}
        onClick={() => onChange(hold(up))}
      />
    </div>
  );
}
