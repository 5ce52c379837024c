import { useSnapshot } from 'valtio';
import { readStoredCredential } from '../../data/credential.ts';
import { session } from '../../data/stores/session.ts';
import { Button } from '../system/Button.tsx';
import { ACCOUNT_LINK_ID } from './navigation.ts';
import { quietPiece } from './quietPiece.tsx';

const ProfileMenu = quietPiece(async () => (await import('./ProfileMenu.tsx')).ProfileMenu);

const AccountMenu = quietPiece(
  async () => (await import('./AccountMenu.tsx')).AccountMenu,
  <Button size="sm" to="/login" id={ACCOUNT_LINK_ID}>
    Account
  </Button>,
);

/** The signed-in user's disc, or the way in. */
export function AccountCorner() {
  const { user, status } = useSnapshot(session);
  if (user) return <ProfileMenu />;
  // Nothing stands there for the moment in which a stored credential is asked about.
  const isAsking = status === 'unknown' && readStoredCredential() !== null;
  return isAsking ? null : <AccountMenu />;
}
