import { FormProvider, useWatch } from 'react-hook-form';
import { call } from '../../data/client.ts';
import { AUTH_CALLS } from '../../data/contract/calls.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import { email } from '../../data/rules/account/validation.ts';
import { useFormMutation, useKeptForm, useReportFilled } from '../parts/forms/useFormMutation.ts';
import { troubleOf } from '../parts/useSave.ts';
import { FormTextField } from '../system/Form.tsx';
import { SubmitButton, Trouble } from '../system/Submit.tsx';
import styles from './AccountFrame.module.css';

interface ForgotValues {
  email: string;
}

interface ForgotFormProps {
  onFilled(share: number): void;
  /** The server took the wish; it says nothing about whether the address is known. */
  onSent(email: string): void;
}

/** Asks for a mail with a link for a new password. */
export function ForgotForm({ onFilled, onSent }: ForgotFormProps) {
  const form = useKeptForm<ForgotValues>('forgot', { email: '' });
  const typed = useWatch({ control: form.control });
  useReportFilled([email(typed.email ?? '')], onFilled);
  const { submit, isBusy, trouble } = useFormMutation(form, {
    send: async (values) => {
      const address = values.email.trim();
      await call(AUTH_CALLS.forgotPassword, { body: { email: address } });
      form.forget();
      onSent(address);
    },
    trouble: (failure) => ({ title: MESSAGES.requestError, more: troubleOf(failure, '') }),
  });
  return (
    <FormProvider {...form}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Trouble {...trouble} />
        <FormTextField<ForgotValues>
          name="email"
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          rule={email}
        />
        <div className="row wrap gap12 top8">
          <SubmitButton isBusy={isBusy}>Mail me a link</SubmitButton>
        </div>
      </form>
    </FormProvider>
  );
}
