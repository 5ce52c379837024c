import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { recording } from '../../../audio/state/recording.ts';
import { LOOPS_TAB, openMaker, ui } from '../../../data/stores/ui.ts';
import { Tabs } from '../../system/Tabs.tsx';
import styles from './MakeTabs.module.css';
import { MAKERS } from './makers.ts';

/** Where loops come from: the library's list, or one of the ways to make them. */
export function MakeTabs({ children }: { children: ReactNode }) {
  const { maker } = useSnapshot(ui);
  const { phase, input } = useSnapshot(recording);
  const goesOn = phase !== 'off' ? 'recording' : input === 'open' ? 'input open' : undefined;
  if (MAKERS.length === 0) return children;
  return (
    <div className={styles.tabs}>
      <Tabs
        label="Where loops come from"
        value={MAKERS.some(({ id }) => id === maker) ? maker : LOOPS_TAB}
        onValueChange={openMaker}
        items={[
          { value: LOOPS_TAB, title: 'Loops', content: children },
          ...MAKERS.map(({ id, title, Panel }) => ({
            value: id,
            title,
            isBusyWith: id === 'record' ? goesOn : undefined,
            content: <Panel />,
          })),
        ]}
      />
    </div>
  );
}
