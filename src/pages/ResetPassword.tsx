import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { fetchUser } from '../data/auth.ts';
import { notify } from '../data/stores/ui.ts';
import { AccountFrame, OtherWays } from '../hud/account/AccountFrame.tsx';
import { ResetForm } from '../hud/account/ResetForm.tsx';

const AGAIN = [{ title: 'Ask for a new link', to: '/forgot-password' }];

/** `/reset-password?token=`: a new password with the token of the mail. */
export default function ResetPassword() {
  const [query] = useSearchParams();
  const [filled, setFilled] = useState(0);
  const navigate = useNavigate();
  const token = query.get('token') ?? '';
  const done = async () => {
    notify('Your password is set. Sign in with it.');
    // It ended every session, the one of this device among them.
    await fetchUser();
    void navigate('/login', { replace: true });
  };
  if (!token) {
    return (
      <AccountFrame
        title="New password"
        lead="This link is not complete. Open it from the mail once more, or ask for a new one."
        sketch="password"
        filled={0}
      >
        <OtherWays ways={AGAIN} />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="New password"
      lead="Every device is signed out when you set it."
      sketch="password"
      filled={filled}
    >
      <ResetForm token={token} onFilled={setFilled} onDone={() => void done()} />
      <OtherWays ways={AGAIN} />
    </AccountFrame>
  );
}
