/** Pieces of the shell that are fetched when they are wanted. */
import { setShortcutSheet } from '../../data/stores/ui.ts';
import type { ShortcutSheetProps } from '../parts/commands/ShortcutSheet.tsx';
import { lazyPiece } from './lazyPiece.tsx';

export const shortcutSheet = lazyPiece<ShortcutSheetProps>(
  'The list of keys',
  async () => (await import('../parts/commands/ShortcutSheet.tsx')).ShortcutSheet,
  () => setShortcutSheet(false),
);

export const mobileMenu = lazyPiece(
  'The menu',
  async () => (await import('./MobileMenu.tsx')).MobileMenu,
  ({ onOpenChange }) => onOpenChange(false),
);
