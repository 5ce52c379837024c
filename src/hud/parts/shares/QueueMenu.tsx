import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { refOfShare, UNTITLED } from '../../../data/rules/listening/entry.ts';
import { licenceFacts } from '../../../data/rules/sharing/licences.ts';
import { addToQueue, listenQueue, playNext, queueIsOf } from '../../../data/stores/listenQueue.ts';
import { session } from '../../../data/stores/session.ts';
import { notify } from '../../../data/stores/ui.ts';
import { PointMenu } from '../page/LaterMenu.tsx';
import { addToPlaylistItem } from '../playlist/addItem.ts';

/** Right after what `/listen` plays, or behind what its listener chose before. */
export type QueuePlace = 'next' | 'last';

/** Puts a share into the queue of `/listen`, and says so with a way there. */
export function queueShare(share: SharedRifff, place: QueuePlace): void {
  const { status, user } = session;
  // What another account left on this device goes first, as it would on `/listen`.
  if (status !== 'unknown') queueIsOf(user?.user_id ?? '');
  const ref = refOfShare(share);
  const isHeard = listenQueue.row.now?.key === ref.key;
  if (place === 'next') playNext(ref);
  else addToQueue(ref);
  const what = isHeard
    ? 'is what Listen plays now'
    : place === 'next'
      ? 'comes next on Listen'
      : 'is in the queue of Listen';
  notify(`${ref.title} ${what}`, { title: 'Listen', to: '/listen' });
}

/** The rifff of a share, for the dialog that puts it into a playlist. */
export const shareToAdd = ({ rifff, jamId, title }: SharedRifff) => ({
  itemId: rifff._id,
  jamId,
  title: title || UNTITLED,
});

interface QueueMenuProps {
  share: SharedRifff;
  /** Where it opens, in CSS pixels of the viewport. */
  at: { x: number; y: number };
  onClose(): void;
}

/**
 * The licence of a card's rifff, and what can be done with the queue of `/listen` and with playlists, under its button.
 * Mounted while it is open.
 */
export function QueueMenu({ share, at, onClose }: QueueMenuProps) {
  const { code, url, title } = licenceFacts(share.license);
  const licence = url === null ? title : code;
  return (
    <PointMenu
      isOpen
      onOpenChange={onClose}
      at={at}
      align="end"
      label={`Queue ${share.title || 'Untitled'}`}
      items={[
        { kind: 'label', id: 'licence', title: licence },
        {
          id: 'next',
          title: 'Play next',
          icon: 'skipForward',
          keys: 'N',
          run: () => queueShare(share, 'next'),
        },
        {
          id: 'last',
          title: 'Add to queue',
          icon: 'plus',
          keys: 'Q',
          run: () => queueShare(share, 'last'),
        },
        addToPlaylistItem(shareToAdd(share)),
      ]}
    />
  );
}
