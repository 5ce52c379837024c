import { GridSkeleton } from '../parts/shares/GridSkeleton.tsx';
import { Skeleton } from '../system/Skeleton.tsx';
import styles from './ProfileHead.module.css';

/** Keeps the room of a person until it is known who that is. */
export function ProfileSkeleton() {
  return (
    <>
      <div className={styles.head} aria-hidden="true">
        <span className={styles.picture}>
          <Skeleton shape="disc" width="100%" height="100%" />
        </span>
        <div className={styles.words}>
          <Skeleton width="min(280px, 100%)" height={52} />
          <div className={styles.facts}>
            <Skeleton width={200} height={16} />
          </div>
        </div>
      </div>
      <GridSkeleton />
    </>
  );
}
