import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { call } from '../../data/client.ts';
import { email } from '../../data/rules/validation.ts';
import { FormTextField, SubmitButton, Trouble } from '../system/Form.tsx';
import styles from './AccountFrame.module.css';
import { readFailure, UNREACHABLE } from './failure.ts';
import { useKeptForm } from './useKeptForm.ts';

interface MailValues {
  email: string;
}

/** Approves by mail instead of by being signed in here. */
export function EmailApproval({ remoteToken }: { remoteToken: string }) {
  const form = useKeptForm<MailValues>('forgot', { email: '' });
  const [isSent, setSent] = useState(false);
  const [trouble, setTrouble] = useState('');

  const send = form.handleSubmit(async (values) => {
    setTrouble('');
    try {
      await call(
        { name: 'emailLogin', method: 'POST', path: '/accounts/auth/email-login' },
        { body: { email: values.email.trim(), remoteToken } },
      );
      form.forget();
      setSent(true);
    } catch (error) {
      const { isUnreachable, status, message } = readFailure(error);
      const gone = 'This request is over. Ask for a new code on the other device.';
      setTrouble(isUnreachable ? UNREACHABLE : status === 404 ? gone : message);
    }
  });

  if (isSent) {
    return (
      <p className="t18" role="status">
        If an account has this address, a mail with a link is on its way. The request lasts two
        minutes.
      </p>
    );
  }
  return (
    <FormProvider {...form}>
      <form className={styles.form} onSubmit={send} noValidate>
        <Trouble title={trouble} />
        <FormTextField<MailValues>
          name="email"
          label="E-mail of your account"
          type="email"
          inputMode="email"
          autoComplete="email"
          rule={email}
        />
        <div className={styles.actions}>
          <SubmitButton isBusy={form.formState.isSubmitting} variant="outlined">
            Mail me a link
          </SubmitButton>
        </div>
      </form>
    </FormProvider>
  );
}
