import { FormProvider, useWatch } from 'react-hook-form';
import { signIn } from '../../data/auth.ts';
import { emailOrUserId, typedPassword } from '../../data/rules/account/validation.ts';
import { useFormMutation, useKeptForm, useReportFilled } from '../parts/forms/useFormMutation.ts';
import { troubleOf } from '../parts/useSave.ts';
import { FormTextField, PasswordField } from '../system/Form.tsx';
import { SubmitButton, Trouble } from '../system/Submit.tsx';
import styles from './AccountFrame.module.css';
import { LOGIN_WORDS } from './loginWords.ts';

interface LoginValues {
  username: string;
  password: string;
}

/** Name or address and password. The guards lead on once someone is signed in. */
export function LoginForm({ onFilled }: { onFilled(share: number): void }) {
  const form = useKeptForm<LoginValues>('login', { username: '', password: '' });
  const { username, password } = useWatch({ control: form.control }) as LoginValues;
  useReportFilled([emailOrUserId(username), typedPassword(password)], onFilled);
  const { submit, isBusy, trouble } = useFormMutation(form, {
    send: async (values) => {
      await signIn({ username: values.username.trim(), password: values.password });
      form.forget();
    },
    trouble: (failure) => ({ title: troubleOf(failure, 'Signing in failed. Please try again.') }),
    focus: ({ status }) => (status === 401 ? 'password' : 'username'),
  });
  return (
    <FormProvider {...form}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Trouble {...trouble} />
        <FormTextField<LoginValues> {...LOGIN_WORDS.username} rule={emailOrUserId} />
        <PasswordField<LoginValues> {...LOGIN_WORDS.password} rule={typedPassword} />
        <div className="row wrap gap12 top8">
          <SubmitButton isBusy={isBusy}>{LOGIN_WORDS.send}</SubmitButton>
        </div>
      </form>
    </FormProvider>
  );
}
