import { call } from '../../data/client.ts';
import { AUTH_CALLS } from '../../data/contract/calls.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import { email } from '../../data/rules/account/validation.ts';
import { EntityForm, useEntityForm, useReportFilled } from '../kit/EntityForm.tsx';
import { EmailField } from '../kit/fields.tsx';
import { troubleOf } from '../kit/useSave.ts';
import styles from './AccountFrame.module.css';

interface ForgotValues {
  email: string;
}

interface ForgotFormProps {
  onFilled(share: number): void;
  /** The server accepted the request. Its answer does not say whether it knows the address. */
  onSent(email: string): void;
}

/** Asks for a mail with a link for a new password. */
export function ForgotForm({ onFilled, onSent }: ForgotFormProps) {
  const form = useEntityForm<ForgotValues>({
    keptAs: 'forgot',
    start: { email: '' },
    send: async (values) => {
      const address = values.email.trim();
      await call(AUTH_CALLS.forgotPassword, { body: { email: address } });
      onSent(address);
    },
    trouble: (failure) => ({ title: MESSAGES.requestError, more: troubleOf(failure, '') }),
  });
  useReportFilled([email(form.watch('email'))], onFilled);
  return (
    <EntityForm form={form} className={styles.form} action="Mail me a link">
      <EmailField<ForgotValues> name="email" label="E-mail" />
    </EntityForm>
  );
}
