import { useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { call } from '../../data/client.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import { email } from '../../data/rules/validation.ts';
import { FormTextField, SubmitButton, Trouble, type TroubleProps } from '../system/Form.tsx';
import styles from './AccountFrame.module.css';
import { readFailure, UNREACHABLE } from './failure.ts';
import { filledShare } from './filledShare.ts';
import { useKeptForm } from './useKeptForm.ts';
import { useReportFilled } from './useReportFilled.ts';

interface ForgotValues {
  email: string;
}

export interface ForgotFormProps {
  onFilled(share: number): void;
  /** The server took the wish; it says nothing about whether the address is known. */
  onSent(email: string): void;
}

/** Asks for a mail with a link for a new password. */
export function ForgotForm({ onFilled, onSent }: ForgotFormProps) {
  const form = useKeptForm<ForgotValues>('forgot', { email: '' });
  const [trouble, setTrouble] = useState<TroubleProps>({ title: '' });
  const typed = useWatch({ control: form.control });
  useReportFilled(filledShare([email(typed.email ?? '')]), onFilled);

  const send = form.handleSubmit(async (values) => {
    setTrouble({ title: '' });
    const address = values.email.trim();
    try {
      await call(
        { name: 'forgotPassword', method: 'POST', path: '/auth/forgot-password' },
        { body: { email: address } },
      );
      form.forget();
      onSent(address);
    } catch (error) {
      const { isUnreachable, message } = readFailure(error);
      setTrouble({ title: MESSAGES.requestError, more: isUnreachable ? UNREACHABLE : message });
    }
  });

  return (
    <FormProvider {...form}>
      <form className={styles.form} onSubmit={send} noValidate>
        <Trouble {...trouble} />
        <FormTextField<ForgotValues>
          name="email"
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          rule={email}
        />
        <div className={styles.actions}>
          <SubmitButton isBusy={form.formState.isSubmitting}>Mail me a link</SubmitButton>
        </div>
      </form>
    </FormProvider>
  );
}
