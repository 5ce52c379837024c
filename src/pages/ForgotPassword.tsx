import { useState } from 'react';
import { AccountFrame, OtherWays } from '../hud/account/AccountFrame.tsx';
import { ForgotForm } from '../hud/account/ForgotForm.tsx';

const BACK = [{ title: 'Back to signing in', to: '/login' }];

/** `/forgot-password`: a mail with a link. The answer is the same whether the address is known or not. */
export default function ForgotPassword() {
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
          ways={[{ title: 'Nothing came? Ask again', onChoose: () => setSentTo('') }, ...BACK]}
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
      <OtherWays ways={BACK} />
    </AccountFrame>
  );
}
