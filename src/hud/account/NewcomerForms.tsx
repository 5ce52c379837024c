/** What a person does whom a provider knows and who has no account here yet. */
import { useState } from 'react';
import { signInBy, signUpBy } from '../../data/auth.ts';
import { call } from '../../data/client.ts';
import { PROVIDER_CALLS } from '../../data/contract/providerCalls.ts';
import type { Newcomer } from '../../data/contract/providers.ts';
import {
  emailOrUserId,
  ticked,
  typedPassword,
  userId,
} from '../../data/rules/account/validation.ts';
import { inBase } from '../../data/rules/site/base.ts';
import { FormCheckbox } from '../kit/choices.tsx';
import { EntityForm, useEntityForm, useReportFilled } from '../kit/EntityForm.tsx';
import { FormTextField, PasswordField } from '../kit/fields.tsx';
import { readFailure } from '../kit/useSave.ts';
import { RecoveryCodeField, TimeCodeField } from '../parts/factors/codeFields.tsx';
import styles from './AccountFrame.module.css';

interface NameValues {
  username: string;
  terms: boolean;
  productUpdates: boolean;
}

interface NewcomerProps {
  newcomer: Newcomer;
  onFilled(share: number): void;
  /** Signed in, with an account that is new or linked. */
  onDone(): void;
}

/** Chooses a name for a new account. @param guestId of a guest who makes an account of what they are: it stays */
export function NameForm({
  newcomer,
  guestId,
  onFilled,
  onDone,
}: NewcomerProps & { guestId: string | undefined }) {
  const { ticket, email, suggestedName } = newcomer;
  const form = useEntityForm<NameValues>({
    start: { username: guestId ?? suggestedName, terms: false, productUpdates: false },
    send: async ({ username, productUpdates }) => {
      const body = { ticket, username: username.trim(), productUpdates };
      await signUpBy(() => call(PROVIDER_CALLS.makeProviderAccount, { body }));
      onDone();
    },
  });
  const typed = form.watch();
  useReportFilled([userId(typed.username), ticked(typed.terms)], onFilled);
  return (
    <EntityForm form={form} className={styles.form} action="Make my account">
      <FormTextField<NameValues>
        name="username"
        label="User name"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...(guestId === undefined
          ? { rule: userId, hint: 'It stands in addresses and never changes.' }
          : { readOnly: true, hint: 'Everything that you made as a guest stands under it.' })}
      />
      <FormCheckbox<NameValues> name="terms" rule={ticked} keepsRoom>
        I agree to the{' '}
        <a href={inBase('/terms')} target="_blank" rel="noopener">
          terms of use
        </a>
      </FormCheckbox>
      {email !== null && (
        <FormCheckbox<NameValues> name="productUpdates">
          {`Mail me (${email}) now and then about what is new`}
        </FormCheckbox>
      )}
    </EntityForm>
  );
}

interface LinkValues {
  username: string;
  password: string;
  code: string;
  recoveryCode: string;
}

/** Links an account that is here, by its password, with a code beside it where it asks for one. */
export function LinkHereForm({ newcomer: { ticket }, onFilled, onDone }: NewcomerProps) {
  const [second, setSecond] = useState<'code' | 'recoveryCode' | null>(null);
  const form = useEntityForm<LinkValues>({
    start: { username: '', password: '', code: '', recoveryCode: '' },
    send: async (typed) => {
      const shown = second ? { [second]: typed[second].trim() } : {};
      const { username, password } = typed;
      const body = { ticket, username: username.trim(), password, ...shown };
      try {
        // A guest stays one where it is refused.
        const login = await call(PROVIDER_CALLS.linkProviderAccount, { body });
        await signInBy(async () => login);
      } catch (error) {
        if (second === null && readFailure(error).fields.code) setSecond('code');
        throw error;
      }
      onDone();
    },
    focus: () => 'password',
  });
  const [username, password] = form.watch(['username', 'password']);
  useReportFilled([emailOrUserId(username), typedPassword(password)], onFilled);
  const other = second === 'code' ? 'recoveryCode' : 'code';
  return (
    <EntityForm
      form={form}
      className={styles.form}
      action="Link and sign in"
      leave={
        second
          ? {
              title: other === 'code' ? 'Use a code from your app' : 'Use a recovery code',
              run: () => setSecond(other),
            }
          : undefined
      }
    >
      <FormTextField<LinkValues>
        name="username"
        label="Name or e-mail"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        rule={emailOrUserId}
      />
      <PasswordField<LinkValues>
        name="password"
        label="Password"
        autoComplete="current-password"
        rule={typedPassword}
      />
      {second === 'code' && <TimeCodeField<LinkValues> name="code" />}
      {second === 'recoveryCode' && <RecoveryCodeField<LinkValues> name="recoveryCode" />}
    </EntityForm>
  );
}
