/** Pages that ask for an agreement: a new account, and new terms. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { changeSettings } from '../data/auth.ts';
import { TERMS_VERSION } from '../data/contract/constants.ts';
import { readStoredCredential } from '../data/credential.ts';
import { endMails } from '../data/queries/notifications.ts';
import { siteQuery } from '../data/queries/site.ts';
import { isEntryPage, pathAfterLogin, safeRedirect } from '../data/rules/account/redirects.ts';
import { inBase } from '../data/rules/site/base.ts';
import { confirmEmail } from '../data/stores/address.ts';
import { session } from '../data/stores/session.ts';
import styles from '../hud/account/AccountFrame.module.css';
import { AccountFrame, OtherWays } from '../hud/account/AccountFrame.tsx';
import { MailLink } from '../hud/account/MailLink.tsx';
import { RegisterForm } from '../hud/account/RegisterForm.tsx';
import { readFailure, UNREACHABLE } from '../hud/kit/useSave.ts';
import { ProviderButtons } from '../hud/parts/providers/ProviderButtons.tsx';
import { Checkbox } from '../hud/system/Checkbox.tsx';
import { SubmitButton, Trouble } from '../hud/system/Submit.tsx';

const LEAD = 'What you have made so far stays on this device and goes on with you.';

/** What signing up does for a guest of a jam, who has a name already. */
const guestLead = (displayName: string) =>
  `You are ${displayName} here, as a guest. With an address and a password it is an account: every rifff and every word of yours stays, and you are a member of the room.`;

/** `/register`: a new account, where this server takes one; for a guest the same account with a way back into it. */
export function Register() {
  const { search } = useLocation();
  const { user, status } = useSnapshot(session);
  const [filled, setFilled] = useState(0);
  const { data: site, isLoading } = useQuery(siteQuery);
  const haveOne = { title: 'I have an account', to: `/login${search}` };
  const guest = user?.guestOf === undefined ? null : user;
  // A form that is taken away again would be worse than a moment without one. Nor may a guest who is not known yet
  // get the form of a visitor: it would leave behind what they made.
  if (isLoading || (status === 'unknown' && readStoredCredential() !== null)) {
    return <AccountFrame title="Sign up" sketch="register" filled={0} />;
  }
  const providers = site?.providers ?? [];
  const buttons = providers.length > 0 && (
    <ProviderButtons
      providers={providers}
      intent="sign-in"
      isFirst={site?.hidesPasswords === true}
      back={() => pathAfterLogin(search, window.location.origin)}
    />
  );
  if (site?.hidesPasswords || (site?.signUps === 'closed' && buttons)) {
    return (
      <AccountFrame
        title="Sign up"
        lead="An account that you have elsewhere makes yours here."
        sketch="register"
        filled={0}
      >
        {buttons}
        <OtherWays ways={[haveOne, { title: 'Listen', to: '/listen' }]} />
      </AccountFrame>
    );
  }
  if (site?.signUps === 'closed') {
    return (
      <AccountFrame
        title="Sign up"
        lead="This server takes no new accounts at present. You can listen to everything that is shared here, and what you make stays on this device."
        sketch="register"
        filled={0}
      >
        <OtherWays ways={[haveOne, { title: 'Listen', to: '/listen' }]} />
      </AccountFrame>
    );
  }
  const needsInvitation = site?.signUps === 'invitation';
  const lead = guest ? guestLead(guest.profile.displayName) : LEAD;
  const ways = guest ? [{ title: 'Back to the room', to: `/jams/${guest.guestOf}` }] : [];
  return (
    <AccountFrame
      title={guest ? 'Keep what you made' : 'Sign up'}
      lead={needsInvitation ? `It takes an invitation to sign up here. ${lead}` : lead}
      sketch="register"
      filled={filled}
    >
      {buttons}
      <RegisterForm
        onFilled={setFilled}
        needsInvitation={needsInvitation}
        {...(guest && { guestId: guest.user_id })}
      />
      <OtherWays ways={[...ways, haveOne]} />
    </AccountFrame>
  );
}

/** `/confirm-email?token=`: the page behind the link in the mail to a new account. */
export function ConfirmEmailPage() {
  return (
    <MailLink
      title="Your address"
      lead="One press, and this server knows that the address is yours."
      press={confirmEmail}
      action="Confirm my address"
      done="Your address is confirmed. There is room for everything that you make now."
      stale="This link was used already or is too old. If your address is not confirmed yet, ask for a new link in the settings of your account."
      way={{ title: 'Your account', to: '/account?tab=settings' }}
    />
  );
}

/** `/unsubscribe?token=`: the page behind the link that ends mails. */
export function Unsubscribe() {
  return (
    <MailLink
      title="Mails"
      lead="One press, and no more mails about what is new come to you."
      press={endMails}
      action="End these mails"
      done="No digest and no mail about answers comes any more."
      stale="This link is not known any more. The settings of your account end mails as well."
      way={{ title: 'Choose what you are told of', to: '/account?tab=notifications' }}
    />
  );
}

/**
 * What is asked of a person who has accepted no terms yet, and of a person whose terms are older than the present ones.
 */
const TERMS = {
  first: {
    title: 'Terms of use',
    lead: 'Please read the terms of use and agree to them before you begin.',
  },
  changed: {
    title: 'New terms',
    lead: 'The terms of use have changed. Please read them and agree before you go on.',
  },
} as const;

/** `/accept-terms?redirectFrom=`: the terms in their present version, then the page that was wanted. */
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
  const { title, lead } = accepted === 0 ? TERMS.first : TERMS.changed;
  if (status === 'unknown' && readStoredCredential() !== null) {
    return <AccountFrame title={TERMS.first.title} sketch="terms" filled={0} />;
  }
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
    <AccountFrame title={title} lead={lead} sketch="terms" filled={isAgreed ? 1 : 0}>
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
          <a href={inBase('/terms')} target="_blank" rel="noopener">
            terms of use
          </a>
        </Checkbox>
        <div className="row wrap gap12 top8">
          <SubmitButton isBusy={isBusy}>Go on</SubmitButton>
        </div>
      </form>
      <OtherWays ways={[{ title: 'Not now: sign out', to: '/logout' }]} />
    </AccountFrame>
  );
}
