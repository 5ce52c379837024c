import type { ComponentType, ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { recording } from '../../../audio/state/recording.ts';
import { LOOPS_TAB, openMaker, ui } from '../../../data/stores/ui.ts';
import { lazyPiece } from '../../parts/page/lazyPiece.tsx';
import { Tabs } from '../../system/Tabs.tsx';
import styles from './instrument.module.css';

interface Maker {
  /** Value of its tab. */
  readonly id: string;
  readonly title: string;
  /** Its panel; fetched when the tab is first opened. */
  readonly Panel: ComponentType;
}

/** A way to make loops whose code comes when it is opened. */
function maker(id: string, title: string, load: () => Promise<ComponentType<object>>): Maker {
  const { Piece } = lazyPiece<object>(title, load, () => openMaker(LOOPS_TAB));
  return { id, title, Panel: Piece };
}

/** The ways to get a loop besides the library's list, in the order of their tabs. */
const MAKERS: readonly Maker[] = [
  maker('pads', 'Pads', async () => (await import('./pads/PadsPanel.tsx')).PadsPanel),
  maker('keys', 'Keys', async () => (await import('./keys/KeysPanel.tsx')).KeysPanel),
  maker('record', 'Record', async () => (await import('./record/RecordPanel.tsx')).RecordPanel),
  maker('files', 'Files', async () => (await import('./files/FilesPanel.tsx')).FilesPanel),
];

/** Where loops come from: the library's list, or one of the ways to make them. */
export function MakeTabs({ children }: { children: ReactNode }) {
  const { maker } = useSnapshot(ui);
  const { phase, input } = useSnapshot(recording);
  const goesOn = phase !== 'off' ? 'recording' : input === 'open' ? 'input open' : undefined;
  if (MAKERS.length === 0) return children;
  return (
    <div className={`columnParts ${styles.tabs}`}>
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
