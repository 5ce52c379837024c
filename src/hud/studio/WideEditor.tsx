import { useSnapshot } from 'valtio';
import { LOOPS_TAB, ui } from '../../data/stores/ui.ts';
import page from '../parts/Page.module.css';
import styles from './Editor.module.css';
import { MakeTabs } from './make/MakeTabs.tsx';
import { Pool } from './pool/Pool.tsx';
import { DraftState } from './rings/DraftState.tsx';
import { RingsStage } from './rings/RingsStage.tsx';
import { Slots } from './slots/SlotList.tsx';
import { Transport } from './transport/Transport.tsx';

/** Loops, rings and slots side by side over the transport. */
export function WideEditor() {
  const { maker } = useSnapshot(ui);
  return (
    <div className={styles.editor}>
      <div className={styles.columns} data-making={maker !== LOOPS_TAB || undefined}>
        <div className={`growParts ${styles.pool}`}>
          <MakeTabs>
            <Pool />
          </MakeTabs>
        </div>
        <div className={`${page.middleColumn} ${styles.middle}`}>
          <DraftState />
          <RingsStage marginPx={14} hasCropMarks />
        </div>
        <div className={`growParts ${styles.slots}`}>
          <Slots />
        </div>
      </div>
      <Transport />
    </div>
  );
}
