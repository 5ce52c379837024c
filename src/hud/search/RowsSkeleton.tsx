import { Skeleton } from '../system/Loading.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './Search.module.css';

const WAITING_ROWS = [0, 1, 2, 3, 4];

/** Keeps the room of rows that are still coming. */
export function RowsSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <div aria-hidden="true">
        {WAITING_ROWS.map((at) => (
          <div key={at} className={`focusInside ${styles.row}`}>
            <Skeleton shape="disc" width={40} height={40} />
            <Skeleton width="min(240px, 50%)" height={14} />
          </div>
        ))}
      </div>
    </>
  );
}
