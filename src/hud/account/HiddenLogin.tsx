import { useState } from 'react';
import { useNoPasskeys } from '../parts/factors/useNoPasskeys.ts';
import { ProviderButtons } from '../parts/providers/ProviderButtons.tsx';
import { Trouble } from '../system/Submit.tsx';
import { PasskeyLogin } from './PasskeyLogin.tsx';

interface HiddenLoginProps {
  providers: readonly { readonly id: string; readonly button: string }[];
  back(): string;
}

/** What stands in place of the form where passwords are hidden: accounts elsewhere, and passkeys. */
export function HiddenLogin({ providers, back }: HiddenLoginProps) {
  const [trouble, setTrouble] = useState('');
  const passkeys = useNoPasskeys();
  return (
    <>
      <Trouble title={trouble} />
      <ProviderButtons providers={providers} intent="sign-in" isFirst back={back} />
      {passkeys.why === null && (
        <div className="row wrap gap12">
          <PasskeyLogin host={passkeys.host} onTrouble={setTrouble} />
        </div>
      )}
    </>
  );
}
