import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { ShareDialog } from '../parts/shares/ShareDialog.tsx';
import { useReader } from '../parts/shares/useReader.ts';
import { IconButton } from '../system/IconButton.tsx';
import { LinksDialog } from './LinksDialog.tsx';

/** Passes a shared rifff on: its maker's whole dialog, or link and embed code for everybody else. */
export function ShareButton({ share }: { share: SharedRifff }) {
  const reader = useReader();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const isOwn = reader !== '' && reader === share.user;
  return (
    <>
      <IconButton
        icon="share"
        label="Share"
        size="md"
        variant="outlined"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOwn ? (
        <ShareDialog
          jamId={share.jamId}
          rifff={share.rifff}
          title={share.title}
          isOpen={isOpen}
          onOpenChange={setOpen}
          onUnshared={() => void navigate(`/${encodeURIComponent(share.user)}`)}
        />
      ) : (
        <LinksDialog share={share} isOpen={isOpen} onOpenChange={setOpen} />
      )}
    </>
  );
}
