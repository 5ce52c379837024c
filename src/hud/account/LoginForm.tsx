import { signIn } from '../../data/auth.ts';
import { emailOrUserId, typedPassword } from '../../data/rules/account/validation.ts';
import { EntityForm, useEntityForm, useReportFilled } from '../kit/EntityForm.tsx';
import { FormTextField, PasswordField } from '../kit/fields.tsx';
import { troubleOf } from '../kit/useSave.ts';
import styles from './AccountFrame.module.css';
import { LOGIN_WORDS } from './loginWords.ts';

interface LoginValues {
  username: string;
  password: string;
}

/** Name or address and password. The guards lead on once someone is signed in. */
export function LoginForm({ onFilled }: { onFilled(share: number): void }) {
  const form = useEntityForm<LoginValues>({
    keptAs: 'login',
    start: { username: '', password: '' },
    send: ({ username, password }) => signIn({ username: username.trim(), password }),
    trouble: (failure) => ({ title: troubleOf(failure, 'Signing in failed. Please try again.') }),
    focus: ({ status }) => (status === 401 ? 'password' : 'username'),
  });
  const [username, password] = form.watch(['username', 'password']);
  useReportFilled([emailOrUserId(username), typedPassword(password)], onFilled);
  return (
    <EntityForm form={form} className={styles.form} action={LOGIN_WORDS.send}>
      <FormTextField<LoginValues> {...LOGIN_WORDS.username} rule={emailOrUserId} />
      <PasswordField<LoginValues> {...LOGIN_WORDS.password} rule={typedPassword} />
    </EntityForm>
  );
}
