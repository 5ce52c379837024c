import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { setShortcutSheet, ui } from '../../data/stores/ui.ts';
import { registerCommands } from '../commands/registry.ts';
import { shortcutSheet } from './pieces.ts';

/** The sheet of keys, and the key that opens it. */
export function ShortcutKeys() {
  const { isShortcutSheetOpen } = useSnapshot(ui);
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
  return isShortcutSheetOpen && <shortcutSheet.Piece />;
}
