import { useId } from 'react';
import styles from './Spinner.module.css';

export interface SpinnerProps {
  /** Diameter in CSS pixels. */
  size?: number;
}

/** A disc with a notch that goes round while something loads. Say what loads in words beside it. */
export function Spinner({ size = 24 }: SpinnerProps) {
  const id = useId();
  return (
    <svg
      className={styles.spinner}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <mask id={id}>
        <circle cx="12" cy="12" r="11" fill="#fff" />
        <circle cx="12" cy="12" r="4.5" fill="#000" />
        <rect className={styles.notch} x="10.25" y="0" width="3.5" height="9" fill="#000" />
      </mask>
      <rect width="24" height="24" mask={`url(#${id})`} />
    </svg>
  );
}
