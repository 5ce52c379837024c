import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../data/client.ts';
import { AUTH_CALLS } from '../data/contract/calls.ts';
import { AccountFrame, OtherWays } from '../hud/account/AccountFrame.tsx';
import { ApproveDevice } from '../hud/account/ApproveDevice.tsx';

const TITLE = 'Sign in a device';

/** `/remote-auth/verify-email?token=`: the approving page behind the link of a mail. */
export default function VerifyEmail() {
  const [query] = useSearchParams();
  const verificationToken = query.get('token') ?? '';
  const [filled, setFilled] = useState(0);
  const show = useCallback(
    () => call(AUTH_CALLS.emailLoginShow, { body: { verificationToken } }),
    [verificationToken],
  );
  const answer = (approve: boolean) =>
    call(AUTH_CALLS.emailLoginVerify, { body: { verificationToken, approve } });
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
      <OtherWays ways={[{ title: 'Go to Rondo', to: '/' }]} />
    </AccountFrame>
  );
}
