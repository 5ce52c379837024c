import { Skeleton } from '../system/Loading.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import panel from './ListenPanel.module.css';
import styles from './ListenRoom.module.css';

/** Keeps the room of what will be heard. */
export function ListenSkeleton() {
  return (
    <div className={styles.room} aria-busy="true">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <div className={styles.rifff}>
        <Skeleton shape="disc" width="100%" />
      </div>
      <div className={`${panel.panel} ${panel.waiting}`}>
        <Skeleton width="80%" height={52} />
        <Skeleton width={180} height={18} />
      </div>
    </div>
  );
}
