/** The ways to get a loop besides the library's list, in the order of their tabs. */
import type { ComponentType } from 'react';
import { LOOPS_TAB, openMaker } from '../../../data/stores/ui.ts';
import { lazyPiece } from '../../parts/page/lazyPiece.tsx';

export interface Maker {
  /** Value of its tab. */
  readonly id: string;
  readonly title: string;
  /** Its panel; fetched when the tab is first opened. */
  readonly Panel: ComponentType;
}

/** A way to make loops whose code comes when it is opened. */
export function maker(
  id: string,
  title: string,
  load: () => Promise<ComponentType<object>>,
): Maker {
  const { Piece } = lazyPiece<object>(title, load, () => openMaker(LOOPS_TAB));
  return { id, title, Panel: Piece };
}

export const MAKERS: readonly Maker[] = [
  maker('pads', 'Pads', async () => (await import('./pads/PadsPanel.tsx')).PadsPanel),
  maker('keys', 'Keys', async () => (await import('./keys/KeysPanel.tsx')).KeysPanel),
  maker('record', 'Record', async () => (await import('./record/RecordPanel.tsx')).RecordPanel),
  maker('files', 'Files', async () => (await import('./files/FilesPanel.tsx')).FilesPanel),
];
