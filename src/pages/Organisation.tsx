import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSnapshot } from 'valtio';
import { signInBy } from '../data/auth.ts';
import type { Newcomer } from '../data/contract/providers.ts';
import { finishProvider, type Trip, takeTrip } from '../data/providers.ts';
import { loginPath, safeRedirect } from '../data/rules/account/redirects.ts';
import { session } from '../data/stores/session.ts';
import { notify } from '../data/stores/ui.ts';
import { AccountFrame, OtherWays } from '../hud/account/AccountFrame.tsx';
import { LinkHereForm, NameForm } from '../hud/account/NewcomerForms.tsx';
import { readFailure, troubleOf } from '../hud/kit/useSave.ts';
import { Trouble } from '../hud/system/Submit.tsx';

const ELSEWHERE =
  'This was begun in another browser or window, or it is done already. Start again in this one.';

/** Where a trip leads to: never outside of these pages. */
const backOf = ({ back }: Trip) => safeRedirect(back, window.location.origin) ?? '/';

/** Where a trip that came to nothing begins again. */
const beginAgain = (trip: Trip | null): string => {
  if (trip?.intent === 'link') return '/account?tab=sign-in';
  return trip?.intent === 'proof' ? backOf(trip) : loginPath(trip ? backOf(trip) : '/');
};

interface NewHereProps {
  newcomer: Newcomer;
  trip: Trip;
}

/** A person whom the provider knows and who has no account here yet: a name, or an account that is here. */
function NewHere({ newcomer, trip }: NewHereProps) {
  const { mayMake, provider } = newcomer;
  const navigate = useNavigate();
  const { user } = useSnapshot(session);
  const [filled, setFilled] = useState(0);
  const [isLinking, setLinking] = useState(!mayMake);
  const done = () => void navigate(backOf(trip), { replace: true });
  const again = { title: 'Start again', to: beginAgain(trip) };
  if (isLinking) {
    return (
      <AccountFrame
        title="Link your account"
        lead={`Sign in once more with the password of your account here. From then on ${provider.name} signs you in.`}
        sketch="login"
        filled={filled}
      >
        <LinkHereForm newcomer={newcomer} onFilled={setFilled} onDone={done} />
        <OtherWays
          ways={[
            ...(mayMake
              ? [{ title: 'I have no account here', onChoose: () => setLinking(false) }]
              : []),
            again,
          ]}
        />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Choose a name"
      lead={`${provider.name} knows you. What shall you be called here?`}
      sketch="register"
      filled={filled}
    >
      <NameForm
        newcomer={newcomer}
        guestId={user?.guestOf === undefined ? undefined : user.user_id}
        onFilled={setFilled}
        onDone={done}
      />
      <OtherWays
        ways={[{ title: 'I have an account here', onChoose: () => setLinking(true) }, again]}
      />
    </AccountFrame>
  );
}

/** `/oidc?code=`: where a provider leads back to, after signing in, linking or proving. */
export function Organisation() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<{ why: string; trip: Trip | null } | null>(null);
  const [arrived, setArrived] = useState<NewHereProps | null>(null);
  const hasBegun = useRef(false);

  const finish = useCallback(async () => {
    const trip = takeTrip();
    // What stands there is good once: it is not for the history, nor for a reload.
    void navigate('/oidc', { replace: true });
    const query = search.replace(/^\?/, '');
    if (!trip || query === '') {
      setFailure({ why: ELSEWHERE, trip });
      return;
    }
    try {
      const { login, newcomer, linked } = await finishProvider(query, trip.binding);
      if (newcomer) {
        setArrived({ newcomer, trip });
        return;
      }
      if (login) await signInBy(async () => login);
      else if (linked) notify('The account is linked. It signs you in from now on.');
      else notify('You showed that it is you. Do once more what asked for it.');
      void navigate(linked ? '/account?tab=sign-in' : backOf(trip), { replace: true });
    } catch (error) {
      const said = troubleOf(readFailure(error), 'Signing in failed. Please try again.');
      setFailure({ why: `${said.replace(/\.$/, '')}.`, trip });
    }
  }, [navigate, search]);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void finish();
  }, [finish]);

  if (arrived) return <NewHere {...arrived} />;
  if (!failure) {
    return (
      <AccountFrame title="Signing in" sketch="login" filled={0.5}>
        <p role="status" className="t18">
          One moment.
        </p>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Not signed in" sketch="login" filled={0}>
      <Trouble title={failure.why} />
      <OtherWays
        ways={[
          { title: 'Start again', to: beginAgain(failure.trip) },
          { title: 'Go to Rondo', to: '/' },
        ]}
      />
    </AccountFrame>
  );
}
