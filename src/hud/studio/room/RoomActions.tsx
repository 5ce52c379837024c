import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Jam } from '../../../data/contract/jams.ts';
import { useMembership } from '../../../data/queries/rooms.ts';
import { registerPath } from '../../../data/rules/account/redirects.ts';
import { ordersJam } from '../../../data/rules/jam/standing.ts';
import { notify } from '../../../data/stores/ui.ts';
import { readFailure, troubleOf } from '../../kit/useSave.ts';
import page from '../../parts/Page.module.css';
import { LaterMenu } from '../../parts/page/LaterMenu.tsx';
import { lazyPiece } from '../../parts/page/lazyPiece.tsx';
import {
  useIsPupil,
  useLoginHref,
  useLoginWords,
  useMember,
} from '../../parts/shares/useReader.ts';
import { useRegionText } from '../../parts/useRegionText.ts';
import { Button, IconButton } from '../../system/Button.tsx';
import type { MenuItem } from '../../system/Menu.tsx';
import type { RoomDialogProps } from './InviteDialog.tsx';
import styles from './Room.module.css';
import { useLine } from './RoomLine.tsx';
import { useForgetRoom } from './RoomOut.tsx';
import { takeJamDialog } from './TakeJam.tsx';

const close = ({ onOpenChange }: RoomDialogProps) => onOpenChange(false);

const inviteDialog = lazyPiece<RoomDialogProps>(
  'The invitations',
  async () => (await import('./InviteDialog.tsx')).InviteDialog,
  close,
);

const membersDialog = lazyPiece<RoomDialogProps>(
  'The members',
  async () => (await import('./MembersDialog.tsx')).MembersDialog,
  close,
);

const settingsDialog = lazyPiece<RoomDialogProps>(
  'The settings',
  async () => (await import('./SettingsDialog.tsx')).SettingsDialog,
  close,
);

type Opened = 'members' | 'invite' | 'settings' | 'take';

/**
 * What can be done with a room as a whole: see who belongs to it, invite, change it, join, leave. A channel is entered and
 * left through its club.
 */
export function RoomActions({ jam }: { jam: Jam }) {
  const member = useMember();
  const isPupil = useIsPupil();
  const loginHref = useLoginHref();
  const loginWords = useLoginWords();
  const navigate = useNavigate();
  const text = useRegionText();
  const { join, leave } = useMembership(jam.id);
  const [open, setOpen] = useState<Opened | null>(null);
  const { leaving } = useLine();
  const forget = useForgetRoom();
  const { club } = jam;
  const mayOrder = ordersJam(jam) && !isPupil;
  const mayTake = !isPupil && (jam.role === 'owner' || jam.role === 'member');
  const isOutside = jam.role === null && jam.access === 'public' && !isPupil;
  const mayJoin = isOutside && club === null;
  const mayJoinClub = isOutside && club?.isOpen === true;
  const isAlone = !mayJoin && !mayJoinClub && !mayOrder && jam.role !== 'guest';
  const goOut = () => {
    if (leave.isPending) return;
    leaving(true);
    // Runs even if the page of the room is closed before the answer comes.
    leave.mutateAsync().then(
      () => {
        forget(jam);
        notify(`You left ${jam.name}.`);
        void navigate('/jams');
      },
      () => leaving(false),
    );
  };
  const items: MenuItem[] = [
    ...(mayOrder
      ? [
          {
            id: 'settings',
            title: 'Settings',
            icon: 'sliders' as const,
            run: () => setOpen('settings'),
          },
        ]
      : []),
    ...(mayTake
      ? [
          {
            id: 'take',
            title: 'Take this jam with you',
            icon: 'download' as const,
            run: () => setOpen('take'),
          },
        ]
      : []),
    ...(jam.role !== null && jam.role !== 'owner' && club === null
      ? [{ id: 'leave', title: 'Leave the room', icon: 'external' as const, run: goOut }]
      : []),
  ];
  const failed = join.error ?? leave.error;
  const dialog = (name: Opened) => ({
    jam,
    isOpen: open === name,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? name : null),
  });
  return (
    <div className={`row wrap gap8 ${styles.actions}`}>
      {mayJoin &&
        (member === '' ? (
          <Button size="sm" to={loginHref}>
            {loginWords} to join
          </Button>
        ) : (
          <Button
            size="sm"
            aria-disabled={join.isPending}
            onClick={() => {
              if (!join.isPending) join.mutate();
            }}
          >
            Join
          </Button>
        ))}
      {mayJoinClub && (
        <Button size="sm" to={`/club/${club.id}`}>
          Join the club
        </Button>
      )}
      {jam.role === 'guest' && (
        <Button
          size="sm"
          variant="filled"
          className={styles.keep}
          to={registerPath(`/jams/${jam.id}`)}
        >
          Keep what you made: make an account
        </Button>
      )}
      {mayOrder && (
        <Button size="sm" icon="share" onClick={() => setOpen('invite')}>
          Invite
        </Button>
      )}
      <Button size="sm" variant={isAlone ? 'outlined' : 'bare'} onClick={() => setOpen('members')}>
        {text.count(jam.memberCount, 'member')}
      </Button>
      {isOutside && club && !club.isOpen && (
        <p className={`${page.ownRow} t13 muted`}>Its club lets people in by invitation.</p>
      )}
      {items.length > 0 && (
        <LaterMenu
          label="The room"
          items={items}
          align="end"
          trigger={<IconButton icon="more" label="More about the room" />}
        />
      )}
      {failed && (
        <p role="alert" className={page.ownRow}>
          {troubleOf(readFailure(failed))}
        </p>
      )}
      {open === 'members' && <membersDialog.Piece {...dialog('members')} />}
      {mayOrder && open === 'invite' && <inviteDialog.Piece {...dialog('invite')} />}
      {mayTake && open === 'take' && <takeJamDialog.Piece {...dialog('take')} />}
      {mayOrder && open === 'settings' && <settingsDialog.Piece {...dialog('settings')} />}
    </div>
  );
}
