import { Skeleton } from '../system/Skeleton.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './ShareGrid.module.css';

const CARDS = Array.from({ length: 12 }, (_, at) => at);

/** Keeps the room of a grid of cards that is still coming. */
export function GridSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <div className={styles.grid} aria-hidden="true">
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
