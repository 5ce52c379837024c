import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { signOut } from '../data/auth.ts';
import { AccountFrame } from '../hud/account/AccountFrame.tsx';

/** `/logout`: signs this device out, whatever the server says, and goes home. */
export default function Logout() {
  const navigate = useNavigate();
  useEffect(() => {
    void signOut();
    void navigate('/', { replace: true });
  }, [navigate]);
  return <AccountFrame title="Signing out" sketch="login" filled={0} />;
}
