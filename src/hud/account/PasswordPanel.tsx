import { FormProvider, useForm } from 'react-hook-form';
import { takeLogin } from '../../data/auth.ts';
import { changePassword } from '../../data/queries/account.ts';
import { typedPassword } from '../../data/rules/account/validation.ts';
import { notify } from '../../data/stores/ui.ts';
import { FormSection } from '../parts/forms/FormSection.tsx';
import { NewPasswordFields } from '../parts/forms/NewPasswordFields.tsx';
import { useFormMutation } from '../parts/forms/useFormMutation.ts';
import { PasswordField } from '../system/Form.tsx';
import { SubmitButton, Trouble } from '../system/Submit.tsx';

interface PasswordValues {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}
const EMPTY: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** A new password. Every other device is signed out by it; this one gets a new session. */
export function PasswordPanel({ userId }: { userId: string }) {
  const form = useForm<PasswordValues>({ mode: 'onTouched', defaultValues: EMPTY });
  const { submit, isBusy, trouble } = useFormMutation(form, {
    send: async (values) => {
      const login = await changePassword(values);
      form.reset(EMPTY);
      notify('Your password is changed. Every other device is signed out.');
      await takeLogin(login);
    },
  });
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate>
        <FormSection
          title="Change password"
          text="Every other device is signed out when you change it."
        >
          <Trouble {...trouble} />
          {/* Password managers need the name to know whose password changes. */}
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={userId}
            readOnly
            hidden
          />
          <PasswordField<PasswordValues>
            name="currentPassword"
            label="Present password"
            autoComplete="current-password"
            rule={typedPassword}
          />
          <NewPasswordFields<PasswordValues> name="newPassword" label="New password" />
          <div className="row wrap gap12">
            <SubmitButton isBusy={isBusy}>Change password</SubmitButton>
          </div>
        </FormSection>
      </form>
    </FormProvider>
  );
}
