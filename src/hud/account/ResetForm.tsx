import { useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { call } from '../../data/client.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import { newPassword, samePassword } from '../../data/rules/validation.ts';
import { PasswordField, SubmitButton, Trouble, type TroubleProps } from '../system/Form.tsx';
import styles from './AccountFrame.module.css';
import { readFailure, UNREACHABLE } from './failure.ts';
import { filledShare } from './filledShare.ts';
import { useReportFilled } from './useReportFilled.ts';

interface ResetValues {
  password: string;
  confirmPassword: string;
}

export interface ResetFormProps {
  /** Of the mail. */
  token: string;
  onFilled(share: number): void;
  onDone(): void;
}

/** A new password with the token of the mail. Every session of the account ends. */
export function ResetForm({ token, onFilled, onDone }: ResetFormProps) {
  const form = useForm<ResetValues>({
    mode: 'onTouched',
    defaultValues: { password: '', confirmPassword: '' },
  });
  const [trouble, setTrouble] = useState<TroubleProps>({ title: '' });
  const { password = '', confirmPassword = '' } = useWatch({ control: form.control });
  const share = filledShare([newPassword(password), samePassword(confirmPassword, password)]);
  useReportFilled(share, onFilled);

  const send = form.handleSubmit(async (values) => {
    setTrouble({ title: '' });
    try {
      await call(
        { name: 'passwordReset', method: 'POST', path: '/auth/password-reset' },
        { body: { token, ...values } },
      );
      onDone();
    } catch (error) {
      const { isUnreachable, message, fields } = readFailure(error);
      if (fields.password) form.setError('password', { message: fields.password });
      const more = fields.token ? 'This link is not complete: ask for a new one.' : message;
      setTrouble({ title: MESSAGES.requestError, more: isUnreachable ? UNREACHABLE : more });
    }
  });

  return (
    <FormProvider {...form}>
      <form className={styles.form} onSubmit={send} noValidate>
        <Trouble {...trouble} />
        <PasswordField<ResetValues>
          name="password"
          label="New password"
          autoComplete="new-password"
          rule={newPassword}
          partner="confirmPassword"
        />
        <PasswordField<ResetValues>
          name="confirmPassword"
          label="New password again"
          autoComplete="new-password"
          rule={(text, values) => samePassword(text, values.password)}
        />
        <div className={styles.actions}>
          <SubmitButton isBusy={form.formState.isSubmitting}>Set my password</SubmitButton>
        </div>
      </form>
    </FormProvider>
  );
}
