/** The drafts of the device, fetched when they are wanted. */
import { lazyPiece } from '../../parts/page/lazyPiece.tsx';
import type { DraftsSheetProps } from './DraftsSheet.tsx';

export const draftsSheet = lazyPiece<DraftsSheetProps>(
  'The drafts',
  async () => (await import('./DraftsSheet.tsx')).DraftsSheet,
  ({ onOpenChange }) => onOpenChange(false),
);
