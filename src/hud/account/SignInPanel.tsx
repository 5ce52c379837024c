import { useQuery } from '@tanstack/react-query';
import type { Factors } from '../../data/contract/factors.ts';
import type { LinkedProviders } from '../../data/contract/providers.ts';
import { factorsQuery } from '../../data/queries/factors.ts';
import { linkedQuery } from '../../data/queries/providers.ts';
import { FormSection, PanelState } from '../parts/forms/FormSection.tsx';
import page from '../parts/Page.module.css';
import { contactHref } from '../parts/page/DestinationLink.tsx';
import { onPage, useSite } from '../parts/page/page.ts';
import { LinkedSection } from './LinkedSection.tsx';
import { PasskeysSection } from './PasskeysSection.tsx';
import { RecoverySection } from './RecoverySection.tsx';
import { SignInHistory } from './SignInHistory.tsx';
import { TimeCodesSection } from './TimeCodesSection.tsx';

/** What opens the account, in plain words, and what happens when it is lost. */
function Doors({ factors, linked }: { factors: Factors; linked: LinkedProviders | undefined }) {
  const site = useSite();
  const { passkeys, hasTimeCodes } = factors;
  const hasPasskeys = passkeys.length > 0;
  const contact = site?.operatorContact ?? '';
  const names = [...new Set(linked?.linked?.map(({ name }) => name))].join(' or ');
  if (!hasPasskeys && !hasTimeCodes && names) {
    const hasPassword = linked?.hasPassword;
    return (
      <FormSection title="What opens your account">
        <p className="anywhere">{`Your account at ${names}${hasPassword ? ', or your password' : ' alone'}.`}</p>
      </FormSection>
    );
  }
  if (!hasPasskeys && !hasTimeCodes) {
    return (
      <FormSection title="What opens your account">
        <p>
          Your password alone. A passkey is quicker and cannot be guessed or told to anyone by
          mistake. Time codes ask for your phone beside the password.
        </p>
      </FormSection>
    );
  }
  return (
    <FormSection title="What opens your account">
      <p>
        Your password alone is not enough any more.
        {hasPasskeys && ' A passkey opens your account by itself.'}
        {hasPasskeys
          ? ' With the password, a passkey or another second step is asked for.'
          : ' A code from your app is asked for beside it.'}
      </p>
      <p className="textLinks">
        If all of that is lost, a recovery code stands in for it once, beside the password. Without
        one, only the operator of this server can let you in again
        {contact ? ': ' : '.'}
        {contact && <a href={contactHref(contact)}>{contact}</a>}
      </p>
    </FormSection>
  );
}

/** Everything that signs a person in besides the password, and who came in before. */
export function SignInPanel() {
  const { data, error, refetch } = useQuery(onPage(factorsQuery));
  const { data: linked } = useQuery(linkedQuery);
  if (!data) return <PanelState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={page.sections}>
      <Doors factors={data} linked={linked} />
      <PasskeysSection passkeys={data.passkeys} />
      <TimeCodesSection isOn={data.hasTimeCodes} />
      <RecoverySection factors={data} />
      {linked?.linked && <LinkedSection linked={linked.linked} />}
      <SignInHistory />
    </div>
  );
}
