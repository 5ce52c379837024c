/** Pages of one form each, around signing in and out. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { NavigationType, useNavigate, useNavigationType, useSearchParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { fetchUser, signOut } from '../data/auth.ts';
import { readStoredCredential } from '../data/credential.ts';
import { leaveTo } from '../data/providers.ts';
import { registerPath } from '../data/rules/account/redirects.ts';
import { session } from '../data/stores/session.ts';
import { notify } from '../data/stores/ui.ts';
import { AccountFrame, OtherWays } from '../hud/account/AccountFrame.tsx';
import { ForgotForm } from '../hud/account/ForgotForm.tsx';
import { ResetForm } from '../hud/account/ResetForm.tsx';
import { Button } from '../hud/system/Button.tsx';

const BACK_TO_LOGIN = [{ title: 'Back to signing in', to: '/login' }];

/** `/forgot-password`: a mail with a link. The answer is the same whether the address is known or not. */
export function ForgotPassword() {
  const [filled, setFilled] = useState(0);
  const [sentTo, setSentTo] = useState('');
  if (sentTo) {
    return (
      <AccountFrame title="Look in your mail" sketch="password">
        <p className="t18" role="status">
          If {sentTo} belongs to an account, a link for a new password is on its way. It works once,
          for an hour.
        </p>
        <OtherWays
          ways={[
            { title: 'Nothing came? Ask again', onChoose: () => setSentTo('') },
            ...BACK_TO_LOGIN,
          ]}
        />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="New password"
      lead="Tell us the address of your account. We mail you a link to set a new password."
      sketch="password"
      filled={filled}
    >
      <ForgotForm onFilled={setFilled} onSent={setSentTo} />
      <OtherWays ways={BACK_TO_LOGIN} />
    </AccountFrame>
  );
}

const ASK_AGAIN = [{ title: 'Ask for a new link', to: '/forgot-password' }];

/** `/reset-password?token=`: a new password with the token of the mail. */
export function ResetPassword() {
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
        <OtherWays ways={ASK_AGAIN} />
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
      <OtherWays ways={ASK_AGAIN} />
    </AccountFrame>
  );
}

/** Longer than this no person waits to be home. */
const HOME_AFTER_MS = 1500;
const soon = () => new Promise<null>((done) => setTimeout(() => done(null), HOME_AFTER_MS));

/**
 * `/logout`: signs this device out, whatever the server says, and goes home. Who came by a link, and not by a menu of
 * these pages, is asked first: else any page elsewhere signs people out. A guest is always asked. Who came by an account
 * elsewhere goes there to be signed out, too.
 */
export function Logout() {
  const navigate = useNavigate();
  const { user, status } = useSnapshot(session);
  const isAsking = status === 'unknown' && readStoredCredential() !== null;
  const isGuest = user?.guestOf !== undefined;
  // The first page of a document, and one that is gone back to; what these pages lead to is PUSH or REPLACE.
  const isByLink = useNavigationType() === NavigationType.Pop;
  const isAsked = user !== null && (isGuest || isByLink);
  const isGoing = useRef(false);
  const goOut = useCallback(async () => {
    if (isGoing.current) return;
    isGoing.current = true;
    const told = signOut();
    const address = await Promise.race([told, soon()]);
    if (address) return leaveTo(address);
    void navigate('/', { replace: true });
    // It took its time to say so.
    void told.then((late) => late && leaveTo(late));
  }, [navigate]);
  useEffect(() => {
    if (!isAsking && !isAsked) void goOut();
  }, [isAsking, isAsked, goOut]);
  if (!isAsked) {
    return (
      <AccountFrame title="Signing out" sketch="login" filled={0}>
        {isAsking && <OtherWays ways={[{ title: 'Sign out now', onChoose: () => void goOut() }]} />}
      </AccountFrame>
    );
  }
  if (!isGuest) {
    return (
      <AccountFrame
        title="Sign out?"
        lead={`You are signed in as ${user.profile.displayName} on this device.`}
        sketch="login"
        filled={0}
      >
        <div className="row wrap gap12 top8">
          <Button size="xl" variant="filled" onClick={() => void goOut()}>
            Sign out
          </Button>
        </div>
        <OtherWays ways={[{ title: 'Stay signed in', to: '/' }]} />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Leave for good?"
      lead={`A guest has no password: once you sign out there is no way back to ${user.profile.displayName}. What you made stays in the room under that name, and out of your reach.`}
      sketch="login"
      filled={0}
    >
      <OtherWays
        ways={[
          {
            title: 'Keep what you made: make an account',
            to: registerPath(`/jams/${user.guestOf}`),
          },
          { title: 'Back to the room', to: `/jams/${user.guestOf}` },
          { title: 'Sign out all the same', onChoose: () => void goOut() },
        ]}
      />
    </AccountFrame>
  );
}
