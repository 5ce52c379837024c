import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { takeLogin } from '../../data/auth.ts';
import { changePassword } from '../../data/queries/account.ts';
import { newPassword, samePassword, typedPassword } from '../../data/rules/validation.ts';
import { notify } from '../../data/stores/ui.ts';
import { PasswordField, SubmitButton, Trouble } from '../system/Form.tsx';
import styles from './AccountPanels.module.css';
import { AccountSection } from './AccountSection.tsx';
import { readFailure, UNREACHABLE } from './failure.ts';

interface PasswordValues {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}
const EMPTY: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** A new password. Every other device is signed out by it; this one gets a new session. */
export function PasswordPanel({ userId }: { userId: string }) {
  const form = useForm<PasswordValues>({ mode: 'onTouched', defaultValues: EMPTY });
  const [trouble, setTrouble] = useState('');

  const send = form.handleSubmit(async (values) => {
    setTrouble('');
    try {
      const login = await changePassword(values);
      form.reset(EMPTY);
      notify('Your password is changed. Every other device is signed out.');
      await takeLogin(login);
    } catch (error) {
      const { fields, isUnreachable, message } = readFailure(error);
      const wrong = (Object.keys(EMPTY) as (keyof PasswordValues)[]).filter((one) => fields[one]);
      for (const field of wrong) form.setError(field, { type: 'server', message: fields[field] });
      if (wrong[0]) form.setFocus(wrong[0]);
      else setTrouble(isUnreachable ? UNREACHABLE : message);
    }
  });

  return (
    <FormProvider {...form}>
      <form onSubmit={send} noValidate>
        <AccountSection
          title="Change password"
          text="Every other device is signed out when you change it."
        >
          <Trouble title={trouble} />
          {/* Password managers need the name to know whose password changes. */}
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={userId}
            readOnly
            hidden
          />
          <PasswordField<PasswordValues>
            name="currentPassword"
            label="Present password"
            autoComplete="current-password"
            rule={typedPassword}
          />
          <PasswordField<PasswordValues>
            name="newPassword"
            label="New password"
            autoComplete="new-password"
            rule={newPassword}
            partner="confirmPassword"
          />
          <PasswordField<PasswordValues>
            name="confirmPassword"
            label="New password again"
            autoComplete="new-password"
            rule={(text, values) => samePassword(text, values.newPassword)}
          />
          <div className={styles.actions}>
            <SubmitButton isBusy={form.formState.isSubmitting}>Change password</SubmitButton>
          </div>
        </AccountSection>
      </form>
    </FormProvider>
  );
}
