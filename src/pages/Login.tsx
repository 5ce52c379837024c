import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AccountFrame, OtherWays } from '../hud/account/AccountFrame.tsx';
import { DeviceSignIn } from '../hud/account/DeviceSignIn.tsx';
import { LoginForm } from '../hud/account/LoginForm.tsx';

/** `/login`: by name and password, or with `?with=device` by another device that is signed in. */
export default function Login() {
  const [query, setQuery] = useSearchParams();
  const [filled, setFilled] = useState(0);
  const isByDevice = query.get('with') === 'device';

  const choose = (withDevice: boolean) => {
    const next = new URLSearchParams(query);
    if (withDevice) next.set('with', 'device');
    else next.delete('with');
    setQuery(next);
  };
  const success = query.get('success');
  const back = success === null ? '' : `?success=${encodeURIComponent(success)}`;

  if (isByDevice) {
    return (
      <AccountFrame
        title="Sign in"
        sketch="device"
        lead="Scan the code with a device on which you are signed in, and approve it there."
      >
        <DeviceSignIn />
        <OtherWays
          ways={[
            { title: 'Sign in with a password', onChoose: () => choose(false) },
            { title: 'Make an account', to: `/register${back}` },
          ]}
        />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Sign in" sketch="login" filled={filled}>
      <LoginForm onFilled={setFilled} />
      <OtherWays
        ways={[
          { title: 'Sign in with another device', onChoose: () => choose(true) },
          { title: 'Make an account', to: `/register${back}` },
          { title: 'Forgotten your password?', to: '/forgot-password' },
        ]}
      />
    </AccountFrame>
  );
}
