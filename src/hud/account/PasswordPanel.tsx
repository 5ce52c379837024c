import { takeLogin } from '../../data/auth.ts';
import { changePassword } from '../../data/queries/account.ts';
import { typedPassword } from '../../data/rules/account/validation.ts';
import { notify } from '../../data/stores/ui.ts';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { NewPasswordFields, PasswordField } from '../kit/fields.tsx';
import { FormSection } from '../parts/forms/FormSection.tsx';

interface PasswordValues {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}
const EMPTY: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** A new password. Every other device is signed out by it; this one gets a new session. */
export function PasswordPanel({ userId }: { userId: string }) {
  const form = useEntityForm<PasswordValues>({
    start: EMPTY,
    send: async (values) => {
      const login = await changePassword(values);
      form.reset(EMPTY);
      notify('Your password is changed. Every other device is signed out.');
      await takeLogin(login);
    },
  });
  return (
    <FormSection
      title="Change password"
      text="Every other device is signed out when you change it."
    >
      <EntityForm form={form} action="Change password">
        {/* Password managers need the name to know whose password changes. */}
        <input type="text" name="username" autoComplete="username" value={userId} readOnly hidden />
        <PasswordField<PasswordValues>
          name="currentPassword"
          label="Present password"
          autoComplete="current-password"
          rule={typedPassword}
        />
        <NewPasswordFields<PasswordValues> name="newPassword" label="New password" />
      </EntityForm>
    </FormSection>
  );
}
