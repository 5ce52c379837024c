import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { Dialog } from '../../system/Dialog.tsx';
import { ShareDialog } from './ShareDialog.tsx';
import { ShareLinks } from './ShareLinks.tsx';
import { useReader } from './useReader.ts';

export interface PassOnDialogProps {
  share: SharedRifff;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** Its maker has taken it back. */
  onUnshared(): void;
}

/** Passes a shared rifff on: its maker's whole dialog; link, code to scan and embed code for everybody else. */
export function PassOnDialog({ share, isOpen, onOpenChange, onUnshared }: PassOnDialogProps) {
  const reader = useReader();
  if (reader !== '' && reader === share.user) {
    return (
      <ShareDialog
        jamId={share.jamId}
        rifff={share.rifff}
        title={share.title}
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        onUnshared={onUnshared}
      />
    );
  }
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Pass it on">
      <ShareLinks share={share} />
    </Dialog>
  );
}
