import { useState } from 'react';
import type { Jam } from '../../../data/contract/jams.ts';
import { lazyPiece } from '../../parts/page/lazyPiece.tsx';
import { Button } from '../../system/Button.tsx';
import type { TakeJamDialogProps } from './TakeJamDialog.tsx';

/** Loaded when the dialog is first opened. */
export const takeJamDialog = lazyPiece<TakeJamDialogProps>(
  'Taking a jam',
  async () => (await import('./TakeJamDialog.tsx')).TakeJamDialog,
  ({ onOpenChange }) => onOpenChange(false),
);

/** Button that exports the reader's personal jam; in a room the menu has it. */
export function TakeJam({ jam }: { jam: Jam }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon="download" onClick={() => setOpen(true)}>
        Take it with you
      </Button>
      {isOpen && <takeJamDialog.Piece jam={jam} isOpen onOpenChange={setOpen} />}
    </>
  );
}
