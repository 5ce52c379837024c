import { lazyPiece } from '../page/lazyPiece.tsx';

/** The dialog in which a rifff is collected: fetched when it is first asked for. */
export const collectDialog = lazyPiece(
  'Collecting',
  async () => (await import('./CollectDialog.tsx')).CollectDialog,
  ({ onOpenChange }) => onOpenChange(false),
);
