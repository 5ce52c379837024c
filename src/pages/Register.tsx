import { useState } from 'react';
import { useLocation } from 'react-router';
import { AccountFrame, OtherWays } from '../hud/account/AccountFrame.tsx';
import { RegisterForm } from '../hud/account/RegisterForm.tsx';

/** `/register`: a new account. */
export default function Register() {
  const { search } = useLocation();
  const [filled, setFilled] = useState(0);
  return (
    <AccountFrame
      title="Sign up"
      lead="What you have made so far stays on this device and goes on with you."
      sketch="register"
      filled={filled}
    >
      <RegisterForm onFilled={setFilled} />
      <OtherWays ways={[{ title: 'I have an account', to: `/login${search}` }]} />
    </AccountFrame>
  );
}
