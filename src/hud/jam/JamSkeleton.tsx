import { Skeleton } from '../system/Loading.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './JamPage.module.css';

/** Keeps the room of a jam that is still coming. */
export function JamSkeleton() {
  return (
    <section className={styles.room} aria-busy="true">
      <div className={styles.columns}>
        <div className={styles.left}>
          <Skeleton width={220} height={56} />
          <div className={styles.gap} />
          <Skeleton width={180} height={20} />
        </div>
        <div className={styles.waiting}>
          <Skeleton shape="disc" width="min(428px, 78vw)" />
        </div>
      </div>
      <div className={styles.historyRoom} />
      <VisuallyHidden role="status">Loading the jam</VisuallyHidden>
    </section>
  );
}
