import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../data/client.ts';
import { AccountFrame, OtherWays } from '../hud/account/AccountFrame.tsx';
import { ApproveDevice } from '../hud/account/ApproveDevice.tsx';

const TITLE = 'Sign in a device';

/** `/remote-auth/verify-email?token=`: the approving page behind the link of a mail. */
export default function VerifyEmail() {
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
