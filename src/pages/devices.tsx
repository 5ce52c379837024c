/** Pages about the signing in of another device. */

import { useCallback, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { call } from '../data/client.ts';
import { loginPath } from '../data/rules/account/redirects.ts';
import { session } from '../data/stores/session.ts';
import { AccountFrame, OtherWays } from '../hud/account/AccountFrame.tsx';
import { ApproveDevice, EmailApproval } from '../hud/account/ApproveDevice.tsx';
import { NotMe } from '../hud/account/NotMe.tsx';

/** `/remote-register?remoteToken=`: the page behind the code that a waiting device shows. */
export function RemoteRegister() {
  const [query] = useSearchParams();
  const { status, user } = useSnapshot(session);
  const remoteToken = query.get('remoteToken') ?? '';
  const [filled, setFilled] = useState(0);
  const show = useCallback(
    () =>
      call(
        {
          name: 'remoteShow',
          method: 'GET',
          path: '/accounts/auth/remote-login/:remoteToken',
        },
        { params: { remoteToken } },
      ),
    [remoteToken],
  );
  const answer = (approve: boolean) =>
    call(
      { name: 'remoteLogin', method: 'POST', path: '/accounts/auth/remote-login' },
      { body: { remoteToken, approve } },
    );

  if (!remoteToken) {
    return (
      <AccountFrame
        title={TITLE}
        lead="Choose “Sign in with another device” there, and scan the code that it shows."
        sketch="device"
        filled={0}
      >
        <OtherWays ways={GO_HOME} />
      </AccountFrame>
    );
  }
  if (status === 'unknown') return <AccountFrame title={TITLE} sketch="device" filled={0} />;
  // A guest of a room signs no other device in.
  if (!user || user.guestOf !== undefined) {
    const here = `/remote-register?remoteToken=${encodeURIComponent(remoteToken)}`;
    return (
      <AccountFrame
        title={TITLE}
        lead="Another device wants to be signed in. Sign in here to approve it, or have a link mailed to you."
        sketch="device"
        filled={0.5}
      >
        <EmailApproval remoteToken={remoteToken} />
        <OtherWays ways={[{ title: 'Sign in here first', to: loginPath(here) }]} />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title={TITLE}
      lead={
        filled < 1 &&
        `It will be signed in as ${user.user_id}. Approve it only if you see it in front of you.`
      }
      sketch="device"
      filled={filled}
    >
      <ApproveDevice onShow={show} onAnswer={answer} onFilled={setFilled} />
      <OtherWays ways={[{ title: 'Your devices', to: '/account?tab=devices' }]} />
    </AccountFrame>
  );
}

const TITLE = 'Sign in a device';
const GO_HOME = [{ title: 'Go to Rondo', to: '/' }];

/** `/remote-auth/verify-email?token=`: the approving page behind the link of a mail. */
export function VerifyEmail() {
  const [query] = useSearchParams();
  const verificationToken = query.get('token') ?? '';
  const [filled, setFilled] = useState(0);
  const show = useCallback(
    () =>
      call(
        { name: 'emailLoginShow', method: 'POST', path: '/accounts/auth/email-login/show' },
        { body: { verificationToken } },
      ),
    [verificationToken],
  );
  const answer = (approve: boolean) =>
    call(
      { name: 'emailLoginVerify', method: 'POST', path: '/accounts/auth/email-login/verify' },
      { body: { verificationToken, approve } },
    );
  if (!verificationToken) {
    return (
      <AccountFrame
        title={TITLE}
        lead="This link is not complete. Open it from the mail once more."
        sketch="device"
        filled={0}
      >
        <OtherWays ways={GO_HOME} />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title={TITLE}
      lead={
        filled < 1 && 'Approve it only if you asked for this and see the device in front of you.'
      }
      sketch="device"
      filled={filled}
    >
      <ApproveDevice onShow={show} onAnswer={answer} onFilled={setFilled} />
      <OtherWays ways={GO_HOME} />
    </AccountFrame>
  );
}

/** `/not-me?token=`: the page behind the mail about a device that the account had not signed in from. */
export function NotMePage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { user } = useSnapshot(session);
  const token = query.get('token') ?? '';
  const ways = user
    ? [{ title: 'Who signed in before', to: '/account?tab=sign-in' }]
    : [
        { title: 'Sign in', to: '/login' },
        { title: 'Set a new password', to: '/forgot-password' },
      ];
  const title = 'Was it you?';
  if (!token) {
    return (
      <AccountFrame
        title={title}
        lead="This link is not complete. Open it from the mail once more."
        sketch="device"
        filled={0}
      >
        <OtherWays ways={ways} />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title={title}
      lead="Your account was signed in to from a device that is new to it. If it was you, there is nothing to do."
      sketch="device"
      filled={0.5}
    >
      <NotMe
        token={token}
        onDone={(resetToken) =>
          void navigate(`/reset-password?token=${encodeURIComponent(resetToken)}`, {
            replace: true,
          })
        }
      />
      <OtherWays ways={ways} />
    </AccountFrame>
  );
}
