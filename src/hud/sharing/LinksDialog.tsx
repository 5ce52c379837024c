import type { SharedRifff } from '../../data/contract/sharing.ts';
import { embedCode, sharePageUrl } from '../../data/rules/sharing/embedCode.ts';
import { CopyField } from '../parts/CopyField.tsx';
import { Dialog } from '../system/Dialog.tsx';

export interface LinksDialogProps {
  share: SharedRifff;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** Link and embed code of somebody's shared rifff. */
export function LinksDialog({ share, isOpen, onOpenChange }: LinksDialogProps) {
  const { origin } = window.location;
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Pass it on">
      <CopyField label="Link" value={sharePageUrl(origin, share._id)} done="Link copied." />
      {!share.private && (
        <CopyField
          label="Code to put it into another page"
          value={embedCode(origin, share._id, share.title)}
          done="Embed code copied."
        />
      )}
    </Dialog>
  );
}
