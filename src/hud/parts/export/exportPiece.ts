/** The dialogs of exports, fetched when they are wanted. */
import { lazyPiece } from '../page/lazyPiece.tsx';
import type { ExportDialogProps } from './ExportDialog.tsx';
import type { PlaylistExportDialogProps } from './PlaylistExportDialog.tsx';

export const exportDialog = lazyPiece<ExportDialogProps>(
  'The export',
  async () => (await import('./ExportDialog.tsx')).ExportDialog,
  ({ onOpenChange }) => onOpenChange(false),
);

export const playlistExportDialog = lazyPiece<PlaylistExportDialogProps>(
  'The export',
  async () => (await import('./PlaylistExportDialog.tsx')).PlaylistExportDialog,
  ({ onOpenChange }) => onOpenChange(false),
);
