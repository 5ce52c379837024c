import type { FieldPath, FieldValues } from 'react-hook-form';
import { MESSAGES } from '../../../data/contract/messages.ts';
import { newPassword, samePassword } from '../../../data/rules/account/validation.ts';
import { PasswordField } from '../../system/Form.tsx';

interface NewPasswordFieldsProps<V extends FieldValues> {
  /** The field of the password; the second one is `confirmPassword`. */
  name: FieldPath<V>;
  /** For instance `New password`. */
  label: string;
}

/** A password that is chosen, typed twice. The rule stands under the first field until something is wrong with it. */
export function NewPasswordFields<V extends FieldValues & { confirmPassword: string }>({
  name,
  label,
}: NewPasswordFieldsProps<V>) {
  const second = 'confirmPassword' as FieldPath<V>;
  return (
    <>
      <PasswordField<V>
        name={name}
        label={label}
        autoComplete="new-password"
        hint={MESSAGES.password}
        rule={newPassword}
        partner={second}
      />
      <PasswordField<V>
        name={second}
        label={`${label} again`}
        autoComplete="new-password"
        rule={(text, values) => samePassword(text, values[name])}
      />
    </>
  );
}
