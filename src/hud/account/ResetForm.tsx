import { call } from '../../data/client.ts';
import { AUTH_CALLS } from '../../data/contract/calls.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import { newPassword, samePassword } from '../../data/rules/account/validation.ts';
import { EntityForm, useEntityForm, useReportFilled } from '../kit/EntityForm.tsx';
import { NewPasswordFields } from '../kit/fields.tsx';
import { troubleOf } from '../kit/useSave.ts';
import styles from './AccountFrame.module.css';

interface ResetValues {
  password: string;
  confirmPassword: string;
}

interface ResetFormProps {
  /** Token of the link in the mail. */
  token: string;
  onFilled(share: number): void;
  onDone(): void;
}

/** A new password with the token of the mail. Every session of the account ends. */
export function ResetForm({ token, onFilled, onDone }: ResetFormProps) {
  const form = useEntityForm<ResetValues>({
    start: { password: '', confirmPassword: '' },
    send: async (values) => {
      await call(AUTH_CALLS.passwordReset, { body: { token, ...values } });
      onDone();
    },
    trouble: (failure) => ({
      title: MESSAGES.requestError,
      more: failure.fields.token
        ? 'This link is not complete: ask for a new one.'
        : troubleOf(failure, ''),
    }),
  });
  const [password, confirmPassword] = form.watch(['password', 'confirmPassword']);
  useReportFilled([newPassword(password), samePassword(confirmPassword, password)], onFilled);
  return (
    <EntityForm form={form} className={styles.form} action="Set my password">
      <NewPasswordFields<ResetValues> name="password" label="New password" />
    </EntityForm>
  );
}
