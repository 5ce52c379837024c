import { useState } from 'react';
import type { Rifff } from '../../data/contract/rifff.ts';
import { mixRefusal, stemRights } from '../../data/rules/licences.ts';
import { exportDialog } from '../parts/export/exportPiece.ts';
import { IconButton } from '../system/IconButton.tsx';
import { useReader } from './useReader.ts';

/** Takes a shared rifff away, where a licence lets anything of it go. */
export function ExportButton({ rifff, title }: { rifff: Rifff; title: string }) {
  const reader = useReader() || null;
  const [isOpen, setOpen] = useState(false);
  const mayTake =
    mixRefusal(rifff, reader) === null ||
    stemRights(rifff, reader).some(({ refusal }) => refusal === null);
  if (!mayTake) return null;
  return (
    <>
      <IconButton
        icon="download"
        label="Export"
        size="md"
        variant="outlined"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <exportDialog.Piece rifff={rifff} title={title} isOpen={isOpen} onOpenChange={setOpen} />
      )}
    </>
  );
}
