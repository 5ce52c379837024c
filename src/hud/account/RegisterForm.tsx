import { useState } from 'react';
import { Controller, FormProvider, useWatch } from 'react-hook-form';
import { signUp } from '../../data/auth.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import { newPassword, samePassword, ticked } from '../../data/rules/validation.ts';
import { Checkbox } from '../system/Checkbox.tsx';
import {
  FormTextField,
  PasswordField,
  SubmitButton,
  Trouble,
  type TroubleProps,
} from '../system/Form.tsx';
import styles from './AccountFrame.module.css';
import { readFailure, UNREACHABLE } from './failure.ts';
import { filledShare } from './filledShare.ts';
import { useAvailability } from './useAvailability.ts';
import { useKeptForm } from './useKeptForm.ts';
import { useReportFilled } from './useReportFilled.ts';

interface RegisterValues {
  username: string;
  email: string;
  password: string;
  confirmPassword: string;
  productUpdates: boolean;
  terms: boolean;
}

/** Fields as the form calls them, for the list of what the server found. */
const LABELS = {
  username: 'User name',
  email: 'E-mail',
  password: 'Password',
  confirmPassword: 'Password again',
} as const;
type Field = keyof typeof LABELS;
const FIELDS = Object.keys(LABELS) as Field[];
const EMPTY: RegisterValues = {
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
  productUpdates: false,
  terms: false,
};

/** What is said when no account was made (specification, sections 5 and 8). */
function troubleOf(error: unknown): TroubleProps {
  const { fields, isUnreachable } = readFailure(error);
  const items = Object.entries(fields).map(([field, reason]) => {
    const label = LABELS[field as Field];
    return label ? `${label}: ${reason}` : reason;
  });
  if (items.length > 0) return { title: MESSAGES.registrationHeading, items };
  return { title: MESSAGES.registrationFailed, more: isUnreachable ? UNREACHABLE : undefined };
}

/** A new account. The draft of a visitor lies on the device and stays where it is. */
export function RegisterForm({ onFilled }: { onFilled(share: number): void }) {
  const form = useKeptForm<RegisterValues>('register', EMPTY);
  const [trouble, setTrouble] = useState<TroubleProps>({ title: '' });
  const free = useAvailability(form);
  const typed = { ...EMPTY, ...useWatch({ control: form.control }) } as RegisterValues;
  const share = filledShare([
    free.rule('username')(typed.username),
    free.rule('email')(typed.email),
    newPassword(typed.password),
    samePassword(typed.confirmPassword, typed.password),
    ticked(typed.terms),
  ]);
  useReportFilled(share, onFilled);

  const send = form.handleSubmit(async ({ terms: _, ...values }) => {
    setTrouble({ title: '' });
    try {
      await signUp({ ...values, email: values.email.trim(), client: 'website' });
      form.forget();
    } catch (error) {
      setTrouble(troubleOf(error));
      const { fields } = readFailure(error);
      const wrong = FIELDS.filter((field) => fields[field]);
      for (const field of wrong) form.setError(field, { type: 'server', message: fields[field] });
      if (wrong[0]) form.setFocus(wrong[0]);
    }
  });

  return (
    <FormProvider {...form}>
      <form className={styles.form} onSubmit={send} noValidate>
        <Trouble {...trouble} />
        <FormTextField<RegisterValues>
          name="username"
          label={LABELS.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          rule={free.rule('username')}
          onLeave={free.onBlur('username')}
        />
        <FormTextField<RegisterValues>
          name="email"
          label={LABELS.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          rule={free.rule('email')}
          onLeave={free.onBlur('email')}
        />
        <PasswordField<RegisterValues>
          name="password"
          label={LABELS.password}
          autoComplete="new-password"
          rule={newPassword}
          partner="confirmPassword"
        />
        <PasswordField<RegisterValues>
          name="confirmPassword"
          label={LABELS.confirmPassword}
          autoComplete="new-password"
          rule={(text, { password }) => samePassword(text, password)}
        />
        <Controller
          control={form.control}
          name="terms"
          rules={{ validate: ticked }}
          render={({ field, fieldState }) => (
            <Checkbox
              ref={field.ref}
              isChecked={field.value}
              onCheckedChange={field.onChange}
              onBlur={field.onBlur}
              keepsRoom
              error={fieldState.error?.message || undefined}
            >
              I agree to the{' '}
              <a href="/terms" target="_blank" rel="noopener">
                terms of use
              </a>
            </Checkbox>
          )}
        />
        <Controller
          control={form.control}
          name="productUpdates"
          render={({ field }) => (
            <Checkbox
              ref={field.ref}
              isChecked={field.value}
              onCheckedChange={field.onChange}
              onBlur={field.onBlur}
            >
              Mail me now and then about what is new
            </Checkbox>
          )}
        />
        <div className={styles.actions}>
          <SubmitButton isBusy={form.formState.isSubmitting}>Make my account</SubmitButton>
        </div>
      </form>
    </FormProvider>
  );
}
