import type { ReactNode } from 'react';
import page from '../../parts/Page.module.css';
import { Skeleton } from '../../system/Loading.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import surface from '../surface/Surface.module.css';
import styles from './JamPage.module.css';

/** Keeps the room of a jam that is still coming. @param props.disc what plays it as soon as it is there */
export function JamSkeleton({ disc }: { disc: ReactNode }) {
  return (
    <section className={surface.surface} aria-busy="true">
      <h1 className="visuallyHidden">Jam</h1>
      <VisuallyHidden role="status">Loading the jam</VisuallyHidden>
      <div className={surface.columns} data-left="" data-right="" data-waiting="">
        <div className={surface.side}>
          <Skeleton width={220} height={56} />
          <div className={styles.gap} />
          <Skeleton width={180} height={20} />
        </div>
        <div className={page.middleColumn}>
          <div className={styles.rifffHead}>
            <Skeleton width={140} height={48} />
          </div>
          <div className={styles.rings}>
            <div className={styles.ringsSheet} data-room="">
              <Skeleton shape="disc" width="100%" />
              {disc}
            </div>
          </div>
        </div>
      </div>
      <div className={styles.waitingHistory} />
    </section>
  );
}
