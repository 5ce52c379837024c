import { useRef, useState } from 'react';
import { Controller, FormProvider, type UseFormReturn, useWatch } from 'react-hook-form';
import { signUp } from '../../data/auth.ts';
import { call } from '../../data/client.ts';
import { AUTH_CALLS } from '../../data/contract/calls.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import {
  email,
  type Judgement,
  newPassword,
  requiredText,
  samePassword,
  ticked,
  userId,
} from '../../data/rules/account/validation.ts';
import { NewPasswordFields } from '../parts/forms/NewPasswordFields.tsx';
import { useFormMutation, useKeptForm, useReportFilled } from '../parts/forms/useFormMutation.ts';
import { type Failure, UNREACHABLE } from '../parts/useSave.ts';
import { Checkbox } from '../system/Checkbox.tsx';
import { FormTextField } from '../system/Form.tsx';
import { SubmitButton, Trouble, type TroubleProps } from '../system/Submit.tsx';
import styles from './AccountFrame.module.css';
import {
  forgetInvitation,
  forgetReferral,
  keepInvitation,
  keptInvitation,
  keptReferral,
} from './referral.ts';

interface RegisterValues {
  username: string;
  email: string;
  password: string;
  confirmPassword: string;
  productUpdates: boolean;
  terms: boolean;
  /** Asked for where accounts are made by invitation. */
  invitation: string;
}

/** Fields as the form calls them, for the list of what the server found. */
const LABELS: Readonly<Record<string, string>> = {
  username: 'User name',
  email: 'E-mail',
  password: 'Password',
  confirmPassword: 'Password again',
  invitation: 'Invitation',
};
const EMPTY: RegisterValues = {
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
  productUpdates: false,
  terms: false,
  invitation: '',
};

/** What a visitor is told of a name or an address that has an account already; the server says the same. */
const TAKEN = {
  username: 'This name is already taken',
  email: 'This address already has an account',
} as const;
type Named = keyof typeof TAKEN;

/**
 * Asks the server, when a name or an address was left, whether it is free. While it cannot be asked nothing
 * is said: the form is judged again when it is sent.
 */
function useAvailability(form: UseFormReturn<RegisterValues>) {
  const answers = useRef(new Map<string, boolean>());
  const keyOf = (field: Named, text: string) => `${field} ${text.trim().toLowerCase()}`;
  const rule =
    (field: Named) =>
    (text: string): Judgement => {
      const judgement = field === 'email' ? email(text) : userId(text);
      if (judgement !== true) return judgement;
      return answers.current.get(keyOf(field, text)) === false ? TAKEN[field] : true;
    };
  const ask = async (field: Named, text: string) => {
    const key = keyOf(field, text);
    if (rule(field)(text) !== true || answers.current.has(key)) return;
    const { available } = await call(AUTH_CALLS.availability, { body: { [field]: text.trim() } });
    answers.current.set(key, available);
    if (!available) await form.trigger(field);
  };
  /** What a field of either kind needs. */
  return (field: Named) => ({
    rule: rule(field),
    onLeave: (event: { currentTarget: { value: string } }) => {
      void ask(field, event.currentTarget.value).catch(() => {});
    },
  });
}

/** What is said when no account was made (specification, sections 5 and 8). */
function troubleOf({ fields, isUnreachable, status, message }: Failure): TroubleProps {
  const items = Object.entries(fields).map(([field, reason]) =>
    Object.hasOwn(LABELS, field) ? `${LABELS[field]}: ${reason}` : reason,
  );
  if (items.length > 0) return { title: MESSAGES.registrationHeading, items };
  const more = isUnreachable ? UNREACHABLE : status === 403 ? `${message}.` : undefined;
  return { title: MESSAGES.registrationFailed, more };
}

interface RegisterFormProps {
  onFilled(share: number): void;
  /** Does it take an invitation to sign up? */
  needsInvitation: boolean;
  /** User name of the guest who signs up: it is theirs already, and stays. */
  guestId?: string;
}

/** A new account, or that of a guest made whole. The draft of a visitor lies on the device and stays where it is. */
export function RegisterForm({ onFilled, needsInvitation, guestId }: RegisterFormProps) {
  const [invitation] = useState(() => {
    keepInvitation(window.location.search);
    return keptInvitation() ?? '';
  });
  // What a visitor typed under another name is not the guest's.
  const key = guestId ? `register/${guestId}` : 'register';
  const form = useKeptForm<RegisterValues>(key, {
    ...{ ...EMPTY, invitation },
    ...(guestId && { username: guestId }),
  });
  const free = useAvailability(form);
  const typed = { ...EMPTY, ...useWatch({ control: form.control }) } as RegisterValues;
  useReportFilled(
    [
      guestId !== undefined || free('username').rule(typed.username),
      free('email').rule(typed.email),
      newPassword(typed.password),
      samePassword(typed.confirmPassword, typed.password),
      ticked(typed.terms),
      !needsInvitation || requiredText(typed.invitation),
    ],
    onFilled,
  );
  const { submit, isBusy, trouble } = useFormMutation(form, {
    send: async ({ terms: _, invitation: code, ...values }) => {
      const address = values.email.trim();
      await signUp({
        ...values,
        username: guestId ?? values.username,
        email: address,
        client: 'website',
        referralId: keptReferral(),
        ...(needsInvitation && { invitation: code.trim() }),
      });
      form.forget();
      forgetReferral();
      forgetInvitation();
    },
    trouble: troubleOf,
  });
  return (
    <FormProvider {...form}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Trouble {...trouble} />
        {needsInvitation && (
          <FormTextField<RegisterValues>
            name="invitation"
            label="Invitation"
            autoCapitalize="characters"
            spellCheck={false}
            rule={requiredText}
          />
        )}
        <FormTextField<RegisterValues>
          name="username"
          label="User name"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...(guestId
            ? { readOnly: true, hint: 'Everything that you made as a guest stands under it.' }
            : free('username'))}
        />
        <FormTextField<RegisterValues>
          name="email"
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          {...free('email')}
        />
        <NewPasswordFields<RegisterValues> name="password" label="Password" />
        <Controller
          control={form.control}
          name="terms"
          rules={{ validate: ticked }}
          render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
            <Checkbox
              {...{ ref, onBlur, isChecked: value, onCheckedChange: onChange }}
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
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <Checkbox {...{ ref, onBlur, isChecked: value, onCheckedChange: onChange }}>
              Mail me now and then about what is new
            </Checkbox>
          )}
        />
        <div className="row wrap gap12 top8">
          <SubmitButton isBusy={isBusy}>Make my account</SubmitButton>
        </div>
      </form>
    </FormProvider>
  );
}
