import styles from './Skeleton.module.css';

export interface SkeletonProps {
  shape?: 'bar' | 'disc';
  /** CSS lengths or pixels. */
  width: number | string;
  height?: number | string;
}

/** Keeps the room of what is still coming: a flat bar for text, a dashed circle for a rifff. */
export function Skeleton({ shape = 'bar', width, height = width }: SkeletonProps) {
  return <span className={styles[shape]} style={{ width, height }} aria-hidden="true" />;
}
