import { useSnapshot } from 'valtio';
import { draft } from '../../data/stores/draft.ts';
import { setExportOpen, ui } from '../../data/stores/ui.ts';
import { exportDialog } from '../export/exportPiece.ts';
import { useDraft } from './useDraft.ts';

/** Takes the draft away as files, when that is wanted. */
export function DraftExport() {
  const { isExportOpen } = useSnapshot(ui);
  const { from } = useSnapshot(draft);
  const { rifff } = useDraft();
  if (!isExportOpen) return null;
  return (
    <exportDialog.Piece
      rifff={rifff}
      title={from || 'Draft'}
      isOpen={isExportOpen}
      onOpenChange={setExportOpen}
    />
  );
}
