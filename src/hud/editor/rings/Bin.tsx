import { useEffect, useState } from 'react';
import { onTouch, touch } from '../../../data/stores/touch.ts';
import { Icon } from '../../system/Icon.tsx';
import styles from './Bin.module.css';

type BinState = 'away' | 'open' | 'over';

/** Where a ring that is pulled off is dropped; there only while one is. */
export function Bin() {
  const [state, setState] = useState<BinState>('away');
  useEffect(
    () =>
      onTouch(() => setState(touch.mode !== 'pull' ? 'away' : touch.isOverBin ? 'over' : 'open')),
    [],
  );
  return (
    <div className={styles.bin} data-bin="" data-state={state} aria-hidden="true">
      <Icon name="bin" size={24} />
    </div>
  );
}
