import { useQuery, useQueryClient } from '@tanstack/react-query';
import { takeLogin } from '../../data/auth.ts';
import { changePassword } from '../../data/queries/account.ts';
import { linkedQuery, refreshLinked, setFirstPassword } from '../../data/queries/providers.ts';
import { typedPassword } from '../../data/rules/account/validation.ts';
import { notify } from '../../data/stores/ui.ts';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { NewPasswordFields, PasswordField } from '../kit/fields.tsx';
import { FormSection, PanelState } from '../parts/forms/FormSection.tsx';
import { onPage } from '../parts/page/page.ts';

interface PasswordValues {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}
interface FirstValues {
  password: string;
  confirmPassword: string;
}
const EMPTY: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** A password for an account that has none: one that an account elsewhere made. */
function FirstPassword({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const form = useEntityForm<FirstValues>({
    start: { password: '', confirmPassword: '' },
    send: async (values) => {
      await setFirstPassword(values);
      notify('Your password is set.');
      await refreshLinked(queries);
    },
  });
  return (
    <FormSection
      title="Set a password"
      text="You sign in with an account elsewhere. With a password, too, you can come in when that is away."
    >
      <EntityForm form={form} action="Set the password">
        <input type="text" name="username" autoComplete="username" value={userId} readOnly hidden />
        <NewPasswordFields<FirstValues> name="password" label="Password" />
      </EntityForm>
    </FormSection>
  );
}

/** The password of the account: another one in its place, or a first one. */
export function PasswordPanel({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(onPage(linkedQuery));
  if (!data) return <PanelState error={error} onRetry={() => void refetch()} />;
  return data.hasPassword === false ? (
    <FirstPassword userId={userId} />
  ) : (
    <ChangePassword userId={userId} />
  );
}

/** A new password. Every other device is signed out by it; this one gets a new session. */
function ChangePassword({ userId }: { userId: string }) {
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
