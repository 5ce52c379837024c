import { Skeleton } from '../system/Loading.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './RifffRoom.module.css';

/** Keeps the room of a shared rifff that is still coming. */
export function RifffSkeleton() {
  return (
    <div className={styles.room}>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <div className={`${styles.words} over`}>
        <Skeleton width={240} height={48} />
        <Skeleton width={140} height={16} />
      </div>
      <div className={styles.rifff}>
        <Skeleton shape="disc" width="100%" height="100cqw" />
      </div>
    </div>
  );
}
