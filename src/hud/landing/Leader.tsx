import styles from './Landing.module.css';

export interface LeaderProps {
  /** Distance of the dot from the centre of the rifff, in shares of its radius. */
  share: number;
}

/** Direction of the dot from the centre, clockwise from above, in radians. */
const ANGLE = 0.731;

/** The line from the table to a ring, with the touch dot at its end. Only a picture. */
export function Leader({ share }: LeaderProps) {
  return (
    <div
      className={styles.leader}
      aria-hidden="true"
      style={{
        ['--dx' as string]: Math.sin(ANGLE) * share,
        ['--dy' as string]: -Math.cos(ANGLE) * share,
      }}
    >
      <svg
        aria-hidden="true"
        className={styles.line}
        preserveAspectRatio="none"
        viewBox="0 0 100 100"
      >
        <line
          x1="0"
          y1="100"
          x2="100"
          y2="0"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span className={styles.dot} />
    </div>
  );
}
