import { LoopList } from './LoopList.tsx';
import styles from './Pool.module.css';
import { PoolHead } from './PoolHead.tsx';

/** The loop pool as a column: what there is to build from. */
export function Pool() {
  return (
    <section className={styles.pool} aria-label="Loops">
      <PoolHead title="Loops" />
      <div className={styles.scroll}>
        <LoopList />
      </div>
    </section>
  );
}
