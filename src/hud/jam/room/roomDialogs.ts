/** The dialogs of a room, fetched when they are wanted. */
import { lazyPiece } from '../../parts/page/lazyPiece.tsx';
import type { RoomDialogProps } from './InviteDialog.tsx';

const close = ({ onOpenChange }: RoomDialogProps) => onOpenChange(false);

export const inviteDialog = lazyPiece<RoomDialogProps>(
  'The invitations',
  async () => (await import('./InviteDialog.tsx')).InviteDialog,
  close,
);

export const membersDialog = lazyPiece<RoomDialogProps>(
  'The members',
  async () => (await import('./MembersDialog.tsx')).MembersDialog,
  close,
);

export const settingsDialog = lazyPiece<RoomDialogProps>(
  'The settings',
  async () => (await import('./SettingsDialog.tsx')).SettingsDialog,
  close,
);
