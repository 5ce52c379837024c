import { useId } from 'react';
import styles from './Loading.module.css';

interface SpinnerProps {
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

interface SkeletonProps {
  shape?: 'bar' | 'disc';
  /** CSS lengths or pixels. */
  width: number | string;
  height?: number | string;
}

/** Keeps the place of what is still coming: a flat bar for text, a dashed circle for a rifff. */
export function Skeleton({ shape = 'bar', width, height = width }: SkeletonProps) {
  return <span className={styles[shape]} style={{ width, height }} aria-hidden="true" />;
}
