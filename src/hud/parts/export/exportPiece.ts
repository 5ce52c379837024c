/** The dialog of exports, fetched when it is wanted. */
import { lazyPiece } from '../page/lazyPiece.tsx';
import type { ExportDialogProps } from './ExportDialog.tsx';

export const exportDialog = lazyPiece<ExportDialogProps>(
  'The export',
  async () => (await import('./ExportDialog.tsx')).ExportDialog,
  ({ onOpenChange }) => onOpenChange(false),
);
