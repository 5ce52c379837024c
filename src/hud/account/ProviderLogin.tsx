import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { pathAfterLogin } from '../../data/rules/account/redirects.ts';
import { useNoPasskeys } from '../parts/factors/useNoPasskeys.ts';
import { ProviderButtons } from '../parts/providers/ProviderButtons.tsx';
import { Trouble } from '../system/Submit.tsx';
import { OtherWays } from './AccountFrame.tsx';
import { LOGIN_WORDS } from './loginWords.ts';
import { PasskeyLogin } from './PasskeyLogin.tsx';

interface ProviderLoginProps {
  providers: readonly { readonly id: string; readonly button: string }[];
  /** Are there teachers here? */
  hasClasses: boolean;
  /** Does it stand in place of the form, which has the passkeys else? */
  isAlone: boolean;
  /** Leads to another way to sign in. */
  onChoose(way: 'device' | 'password'): void;
}

/** Accounts elsewhere on the page of signing in. */
export function ProviderLogin({ providers, hasClasses, isAlone, onChoose }: ProviderLoginProps) {
  const [query] = useSearchParams();
  const [trouble, setTrouble] = useState('');
  const passkeys = useNoPasskeys();
  return (
    <>
      <Trouble title={trouble} />
      <ProviderButtons
        providers={providers}
        intent="sign-in"
        isFirst={isAlone}
        back={() => pathAfterLogin(query.toString(), window.location.origin)}
      />
      {isAlone && passkeys.why === null && (
        <div className="row wrap gap12">
          <PasskeyLogin host={passkeys.host} onTrouble={setTrouble} />
        </div>
      )}
      {isAlone && (
        <OtherWays
          ways={[
            { title: LOGIN_WORDS.byDevice, onChoose: () => onChoose('device') },
            ...(hasClasses ? [{ title: LOGIN_WORDS.byCard, to: '/card' }] : []),
            {
              title: 'I run this server: sign in with a password',
              onChoose: () => onChoose('password'),
            },
          ]}
        />
      )}
    </>
  );
}
