import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Rifff } from '../../data/contract/rifff.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { useHide } from '../../data/queries/feed.ts';
import { holdsCollection, mixRefusal, stemRights } from '../../data/rules/sharing/credits.ts';
import { notify } from '../../data/stores/ui.ts';
import { exportDialog } from '../parts/export/exportPiece.ts';
import { LaterPassOn, LaterShareReport } from '../parts/page/LaterDialog.tsx';
import { addToPlaylistItem } from '../parts/playlist/addItem.ts';
import { shareToAdd } from '../parts/shares/QueueMenu.tsx';
import { useLoginHref, useMember, useReader } from '../parts/shares/useReader.ts';
import { IconButton } from '../system/Button.tsx';
import type { MenuItem } from '../system/Menu.tsx';
import { Menu } from '../system/Menu.tsx';

/** Passes a shared rifff on. */
export function ShareButton({ share }: { share: SharedRifff }) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
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
      <LaterPassOn
        share={share}
        isOpen={isOpen}
        onOpenChange={setOpen}
        onUnshared={() => void navigate(`/${encodeURIComponent(share.user)}`)}
      />
    </>
  );
}

/** Takes a shared rifff away, where a licence lets anything of it go. */
export function ExportButton({ rifff, title }: { rifff: Rifff; title: string }) {
  const reader = useReader() || null;
  const [isOpen, setOpen] = useState(false);
  const mayTake =
    // Whether the reader holds it is asked where they export.
    holdsCollection(rifff) ||
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

/** What else can be done with a shared rifff: keep it in a playlist; hide it and report it, where it is another's. */
export function ShareMore({ share }: { share: SharedRifff }) {
  const hiding = useHide(share._id);
  const [isHidden, setHidden] = useState(false);
  const navigate = useNavigate();
  const member = useMember();
  const loginHref = useLoginHref();
  const [isReporting, setReporting] = useState(false);
  const asMember = (run: () => void) => () => {
    if (member) run();
    else void navigate(loginHref);
  };
  const hide = () =>
    hiding.mutate(!isHidden, {
      onSuccess: () => {
        setHidden(!isHidden);
        notify(isHidden ? 'Shown again.' : 'You will not see it in lists any more.');
      },
      onError: (error) => notify(`That did not work: ${error.message}`),
    });
  const isOwn = useReader() === share.user;
  const aboutOthers: MenuItem[] = [
    {
      id: 'hide',
      title: isHidden ? 'Show it again' : 'Hide from my lists',
      icon: 'hide',
      run: asMember(hide),
    },
    { id: 'report', title: 'Report', icon: 'flag', run: asMember(() => setReporting(true)) },
  ];
  const items = [addToPlaylistItem(shareToAdd(share)), ...(isOwn ? [] : aboutOthers)];
  return (
    <>
      <Menu
        label={`More about ${share.title || 'this rifff'}`}
        align="end"
        items={items}
        trigger={<IconButton icon="more" label="More" size="md" variant="outlined" />}
      />
      <LaterShareReport
        shareId={share._id}
        title={share.title}
        isOpen={isReporting}
        onOpenChange={setReporting}
      />
    </>
  );
}
