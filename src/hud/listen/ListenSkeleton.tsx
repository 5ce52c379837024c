import type { ReactNode } from 'react';
import { Skeleton } from '../system/Loading.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './Listen.module.css';

/** Keeps the room of what will be heard. @param props.disc what plays it as soon as it is there */
export function ListenSkeleton({ disc }: { disc: ReactNode }) {
  return (
    <div className={styles.room} aria-busy="true">
      <h1 className="visuallyHidden">Listen</h1>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <div className={styles.rifff}>
        <Skeleton shape="disc" width="100%" />
        {disc}
      </div>
      <div className={`${styles.panel} gap16`}>
        <Skeleton width="80%" height={52} />
        <Skeleton width={180} height={18} />
      </div>
    </div>
  );
}
