import { Skeleton } from '../system/Loading.tsx';
import styles from './Landing.module.css';

/** Keeps the room of the row of rifffs. */
export function RowSkeleton() {
  return (
    <div className={styles.list} aria-hidden="true">
      {[0, 1, 2, 3, 4].map((at) => (
        <div key={at} className={styles.entry}>
          <div className={styles.small}>
            <span className={styles.glyph}>
              <Skeleton shape="disc" width="100%" height="100%" />
            </span>
            <Skeleton width={72} height={12} />
          </div>
        </div>
      ))}
    </div>
  );
}
