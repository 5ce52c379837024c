import { useState } from 'react';
import { secondStepOf, signIn } from '../../data/auth.ts';
import type { SecondStep } from '../../data/contract/factors.ts';
import { emailOrUserId, typedPassword } from '../../data/rules/account/validation.ts';
import { EntityForm, useEntityForm, useReportFilled } from '../kit/EntityForm.tsx';
import { FormTextField, PasswordField } from '../kit/fields.tsx';
import { troubleOf } from '../kit/useSave.ts';
import { useNoPasskeys } from '../parts/factors/useNoPasskeys.ts';
import { restPiece } from '../parts/page/lazyPiece.tsx';
import { Trouble } from '../system/Submit.tsx';
import styles from './AccountFrame.module.css';
import { LOGIN_WORDS } from './loginWords.ts';

const PasskeyLogin = restPiece(async () => (await import('./PasskeyLogin.tsx')).PasskeyLogin);

interface LoginValues {
  username: string;
  password: string;
}

interface LoginFormProps {
  onFilled(share: number): void;
  /** Who signed in before the second step led back here; '' for no one. */
  name: string;
  /** Why it led back; '' where it did not. */
  why: string;
  /** The password was right, and the account asks for more. */
  onSecondStep(step: SecondStep, name: string): void;
}

/** Name or address and password, or a passkey. The guards lead on once someone is signed in. */
export function LoginForm({ onFilled, name, why, onSecondStep }: LoginFormProps) {
  const [trouble, setTrouble] = useState(why);
  const passkeys = useNoPasskeys();
  const form = useEntityForm<LoginValues>({
    keptAs: 'login',
    start: { username: name, password: '' },
    send: async ({ username, password }) => {
      setTrouble('');
      try {
        await signIn({ username: username.trim(), password });
      } catch (error) {
        const step = secondStepOf(error);
        if (!step) throw error;
        onSecondStep(step, username);
      }
    },
    trouble: (failure) => ({ title: troubleOf(failure, 'Signing in failed. Please try again.') }),
    focus: ({ status }) => (status === 401 ? 'password' : 'username'),
  });
  const [username, password] = form.watch(['username', 'password']);
  useReportFilled([emailOrUserId(username), typedPassword(password)], onFilled);
  return (
    <EntityForm
      form={form}
      className={styles.form}
      action={LOGIN_WORDS.send}
      beside={passkeys.why === null && <PasskeyLogin host={passkeys.host} onTrouble={setTrouble} />}
    >
      <Trouble title={trouble} />
      <FormTextField<LoginValues> {...LOGIN_WORDS.username} rule={emailOrUserId} />
      <PasswordField<LoginValues> {...LOGIN_WORDS.password} rule={typedPassword} />
    </EntityForm>
  );
}
