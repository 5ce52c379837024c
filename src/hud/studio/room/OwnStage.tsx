import { type ReactNode, useState } from 'react';
import { lazyPiece } from '../../parts/page/lazyPiece.tsx';
import { Button } from '../../system/Button.tsx';
import type { StageDialogProps } from './InviteDialog.tsx';
import styles from './Room.module.css';

const stageDialog = lazyPiece<StageDialogProps>(
  'The stages',
  async () => (await import('./InviteDialog.tsx')).StageDialog,
  ({ onOpenChange }) => onOpenChange(false),
);

/** The stages of a personal jam. Such a jam has no members, so it has no dialog for invitations. */
export function OwnStage({ jamId, children }: { jamId: string; children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={`row wrap gap8 ${styles.actions}`}>
      <Button size="sm" onClick={() => setOpen(true)}>
        Stage
      </Button>
      {children}
      {isOpen && <stageDialog.Piece jamId={jamId} isOpen onOpenChange={setOpen} />}
    </div>
  );
}
