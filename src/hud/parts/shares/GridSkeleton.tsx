import { Skeleton } from '../../system/Skeleton.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import styles from './ShareGrid.module.css';

/** Enough for two rows of a wide window; what begins a third is left out. */
const CARDS = Array.from({ length: 20 }, (_, at) => at);

/** Keeps the room of a grid of cards that is still coming. */
export function GridSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <div className={`${styles.grid} ${styles.waiting}`} aria-hidden="true">
        {CARDS.map((at) => (
          <div key={at}>
            <span className={styles.skeleton}>
              <Skeleton shape="disc" width="100%" height="100%" />
            </span>
            <Skeleton width="60%" height={12} />
          </div>
        ))}
      </div>
    </>
  );
}
