import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSnapshot } from 'valtio';
import { setShortcutSheet, ui } from '../../data/stores/ui.ts';
import { useEngine } from '../EngineContext.tsx';
import { registerCommands } from '../parts/commands/registry.ts';
import { shortcutSheet } from './pieces.ts';

/** The sheet of keys, and the key that opens it. */
export function ShortcutKeys() {
  const { isShortcutSheetOpen } = useSnapshot(ui);
  const { features } = useEngine();
  const { pathname } = useLocation();
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
    isShortcutSheetOpen && (
      <shortcutSheet.Piece canPitch={features.pitchShift} canEdit={pathname.startsWith('/jam')} />
    )
  );
}
