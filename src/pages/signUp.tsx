/** Pages that ask for an agreement: a new account, and new terms. */
import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { changeSettings } from '../data/auth.ts';
import { TERMS_VERSION } from '../data/contract/constants.ts';
import { isEntryPage, safeRedirect } from '../data/rules/account/redirects.ts';
import { session } from '../data/stores/session.ts';
import styles from '../hud/account/AccountFrame.module.css';
import { AccountFrame, OtherWays } from '../hud/account/AccountFrame.tsx';
import { RegisterForm } from '../hud/account/RegisterForm.tsx';
import { readFailure, UNREACHABLE } from '../hud/parts/useSave.ts';
import { Checkbox } from '../hud/system/Checkbox.tsx';
import { SubmitButton, Trouble } from '../hud/system/Form.tsx';

/** `/register`: a new account. */
export function Register() {
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

/** `/accept-terms?redirectFrom=`: the terms in their present version, then back to where one was going. */
export function AcceptTerms() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { user, status } = useSnapshot(session);
  const [isAgreed, setAgreed] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');
  const wanted = safeRedirect(query.get('redirectFrom'), window.location.origin);
  const back = wanted === null || isEntryPage(wanted) ? '/' : wanted;

  const accepted = user?.settings?.termsVersionAccepted ?? 0;
  if (status === 'out' || (user?.settings && accepted >= TERMS_VERSION)) {
    return <Navigate to={back} replace />;
  }

  const accept = async () => {
    setWanted(true);
    if (!isAgreed || isBusy) return;
    setBusy(true);
    setTrouble('');
    try {
      await changeSettings({ termsVersionAccepted: TERMS_VERSION });
      void navigate(back, { replace: true });
    } catch (error) {
      const { isUnreachable, message } = readFailure(error);
      setTrouble(isUnreachable ? UNREACHABLE : message);
      setBusy(false);
    }
  };

  return (
    <AccountFrame
      title="New terms"
      lead="The terms of use have changed. Please read them and agree before you go on."
      sketch="terms"
      filled={isAgreed ? 1 : 0}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void accept();
        }}
      >
        <Trouble title={trouble} />
        <Checkbox
          keepsRoom
          isChecked={isAgreed}
          onCheckedChange={setAgreed}
          error={isWanted && !isAgreed ? 'Required' : undefined}
        >
          I agree to the{' '}
          <a href="/terms" target="_blank" rel="noopener">
            terms of use
          </a>
        </Checkbox>
        <div className={styles.actions}>
          <SubmitButton isBusy={isBusy}>Go on</SubmitButton>
        </div>
      </form>
      <OtherWays ways={[{ title: 'Not now: sign out', to: '/logout' }]} />
    </AccountFrame>
  );
}
