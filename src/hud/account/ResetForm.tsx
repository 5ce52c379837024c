import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { call } from '../../data/client.ts';
import { AUTH_CALLS } from '../../data/contract/calls.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import { newPassword, samePassword } from '../../data/rules/account/validation.ts';
import { NewPasswordFields } from '../parts/forms/NewPasswordFields.tsx';
import { useFormMutation, useReportFilled } from '../parts/forms/useFormMutation.ts';
import { troubleOf } from '../parts/useSave.ts';
import { SubmitButton, Trouble } from '../system/Submit.tsx';
import styles from './AccountFrame.module.css';

interface ResetValues {
  password: string;
  confirmPassword: string;
}

interface ResetFormProps {
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
  const { password = '', confirmPassword = '' } = useWatch({ control: form.control });
  useReportFilled([newPassword(password), samePassword(confirmPassword, password)], onFilled);
  const { submit, isBusy, trouble } = useFormMutation(form, {
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
  return (
    <FormProvider {...form}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Trouble {...trouble} />
        <NewPasswordFields<ResetValues> name="password" label="New password" />
        <div className="row wrap gap12 top8">
          <SubmitButton isBusy={isBusy}>Set my password</SubmitButton>
        </div>
      </form>
    </FormProvider>
  );
}
