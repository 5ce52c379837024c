import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { HIDDEN_PASSWORDS_MARK } from '../data/contract/constants.ts';
import type { SecondStep as Step } from '../data/contract/factors.ts';
import { session } from '../data/stores/session.ts';
import { AccountFrame, OtherWays } from '../hud/account/AccountFrame.tsx';
import { LoginForm } from '../hud/account/LoginForm.tsx';
import { LOGIN_WORDS } from '../hud/account/loginWords.ts';
import { Later, lazyComponent } from '../hud/parts/page/lazyPiece.tsx';
import { useSite } from '../hud/parts/page/page.ts';

const { Piece: DeviceSignIn } = lazyComponent(
  async () => (await import('../hud/account/DeviceSignIn.tsx')).DeviceSignIn,
);

const { Piece: LoginSecondStep } = lazyComponent(
  async () => (await import('../hud/account/SecondStep.tsx')).LoginSecondStep,
);

const { Piece: ProviderLogin } = lazyComponent(
  async () => (await import('../hud/account/ProviderLogin.tsx')).ProviderLogin,
);

/** Did the page that was loaded say that it shows no form for passwords? The answer of the server wins later. */
const isMarkedHidden = document.querySelector(`meta[name="${HIDDEN_PASSWORDS_MARK}"]`) !== null;

/** What the form of signing in led to: a second step, or back from there. */
interface Second {
  readonly step: Step | null;
  readonly name: string;
  /** Why it led back. */
  readonly why: string;
}

/**
 * `/login`: with an account elsewhere, by name and password, or with `?with=device` by another device that is signed in. Where
 * passwords are hidden their form comes with `?with=password`.
 */
export function Login() {
  const [query, setQuery] = useSearchParams();
  const [filled, setFilled] = useState(0);
  const [{ step, name, why }, setSecond] = useState<Second>({ step: null, name: '', why: '' });
  const { user } = useSnapshot(session);
  const site = useSite();
  const isByDevice = query.get('with') === 'device';
  const hidesPasswords = site?.hidesPasswords ?? isMarkedHidden;
  const isHidden = hidesPasswords && query.get('with') !== 'password';

  const choose = (way: 'device' | 'password' | null) => {
    const next = new URLSearchParams(query);
    if (way) next.set('with', way);
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
        <Later>
          <DeviceSignIn />
        </Later>
        <OtherWays
          ways={[
            { title: 'Sign in another way', onChoose: () => choose(null) },
            ...(hidesPasswords ? [] : [{ title: 'Make an account', to: `/register${back}` }]),
          ]}
        />
      </AccountFrame>
    );
  }
  if (step) {
    return (
      <Later>
        <LoginSecondStep step={step} onAgain={(why) => setSecond({ step: null, name, why })} />
      </Later>
    );
  }
  return (
    <AccountFrame
      title={LOGIN_WORDS.title}
      sketch="login"
      filled={filled}
      lead={
        user?.guestOf !== undefined &&
        `You are ${user.profile.displayName} here, as a guest without a password. Signing in as another person leaves that name, and what you made under it, for good.`
      }
    >
      {site && site.providers?.length > 0 && (
        <Later>
          <ProviderLogin
            providers={site.providers}
            hasClasses={site.hasClasses}
            isAlone={isHidden}
            onChoose={choose}
          />
        </Later>
      )}
      {!isHidden && (
        <>
          <LoginForm
            onFilled={setFilled}
            name={name}
            why={why}
            onSecondStep={(next, typed) => setSecond({ step: next, name: typed, why: '' })}
          />
          <OtherWays
            ways={[
              { title: LOGIN_WORDS.byDevice, onChoose: () => choose('device') },
              ...(hidesPasswords ? [] : [{ title: LOGIN_WORDS.register, to: `/register${back}` }]),
              { title: LOGIN_WORDS.forgotten, to: '/forgot-password' },
              ...(site?.hasClasses ? [{ title: LOGIN_WORDS.byCard, to: '/card' }] : []),
            ]}
          />
        </>
      )}
    </AccountFrame>
  );
}
