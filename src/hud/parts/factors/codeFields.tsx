/** Fields for codes that are shown beside a password, in the form around them. */
import type { FieldPath, FieldValues } from 'react-hook-form';
import { MESSAGES } from '../../../data/contract/messages.ts';
import { codeDigits } from '../../../data/rules/account/factors.ts';
import { requiredText } from '../../../data/rules/account/validation.ts';
import { FormTextField } from '../../kit/fields.tsx';

interface CodeFieldProps<V extends FieldValues> {
  name: FieldPath<V>;
}

/** A code of six digits out of an app. */
export function TimeCodeField<V extends FieldValues>({ name }: CodeFieldProps<V>) {
  return (
    <FormTextField<V>
      name={name}
      label="Code from your app"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
      rule={(text) => {
        if (text.trim() === '') return MESSAGES.required;
        return codeDigits(text) !== null || 'A code has six digits';
      }}
    />
  );
}

/** One of the codes that were kept for the day when all else is lost. */
export function RecoveryCodeField<V extends FieldValues>({ name }: CodeFieldProps<V>) {
  return (
    <FormTextField<V>
      name={name}
      label="Recovery code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      rule={requiredText}
    />
  );
}
