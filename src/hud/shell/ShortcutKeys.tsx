import { lazy, Suspense, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { setShortcutSheet, ui } from '../../data/stores/ui.ts';
import { registerCommands } from '../commands/registry.ts';
import { importChunk } from './importChunk.ts';

const ShortcutSheet = lazy(() =>
  importChunk(async () => ({
    default: (await import('../commands/ShortcutSheet.tsx')).ShortcutSheet,
  })),
);

/** The sheet of keys, loaded when it is first asked for. */
export function ShortcutKeys() {
  const { isShortcutSheetOpen } = useSnapshot(ui);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isShortcutSheetOpen) setWanted(true);
  }, [isShortcutSheetOpen]);
  useEffect(
    () =>
      registerCommands([
        {
          id: 'shell.shortcuts',
          title: 'Keyboard shortcuts',
          group: 'Everywhere',
          keys: ['?'],
          run: () => setShortcutSheet(true),
        },
      ]),
    [],
  );
  return (
    isWanted && (
      <Suspense>
        <ShortcutSheet />
      </Suspense>
    )
  );
}
