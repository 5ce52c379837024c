import { useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { signIn } from '../../data/auth.ts';
import { emailOrUserId, typedPassword } from '../../data/rules/validation.ts';
import { FormTextField, PasswordField, SubmitButton, Trouble } from '../system/Form.tsx';
import styles from './AccountFrame.module.css';
import { readFailure, UNREACHABLE } from './failure.ts';
import { filledShare } from './filledShare.ts';
import { useKeptForm } from './useKeptForm.ts';
import { useReportFilled } from './useReportFilled.ts';

interface LoginValues {
  username: string;
  password: string;
}

/** What is said when signing in failed. */
function troubleOf(error: unknown): string {
  const { isUnreachable, message } = readFailure(error);
  return isUnreachable ? UNREACHABLE : message || 'Signing in failed. Please try again.';
}

/** Name or address and password. The guards lead on once someone is signed in. */
export function LoginForm({ onFilled }: { onFilled(share: number): void }) {
  const form = useKeptForm<LoginValues>('login', { username: '', password: '' });
  const [trouble, setTrouble] = useState('');
  const { username, password } = useWatch({ control: form.control }) as LoginValues;
  useReportFilled(filledShare([emailOrUserId(username), typedPassword(password)]), onFilled);

  const send = form.handleSubmit(async (values) => {
    setTrouble('');
    try {
      await signIn({ username: values.username.trim(), password: values.password });
      form.forget();
    } catch (error) {
      setTrouble(troubleOf(error));
      form.setFocus(readFailure(error).status === 401 ? 'password' : 'username');
    }
  });

  return (
    <FormProvider {...form}>
      <form className={styles.form} onSubmit={send} noValidate>
        <Trouble title={trouble} />
        <FormTextField<LoginValues>
          name="username"
          label="Name or e-mail"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          rule={emailOrUserId}
        />
        <PasswordField<LoginValues>
          name="password"
          label="Password"
          autoComplete="current-password"
          rule={typedPassword}
        />
        <div className={styles.actions}>
          <SubmitButton isBusy={form.formState.isSubmitting}>Sign in</SubmitButton>
        </div>
      </form>
    </FormProvider>
  );
}
