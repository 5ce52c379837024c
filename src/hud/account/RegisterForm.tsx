import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
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
import { inBase } from '../../data/rules/site/base.ts';
import { FormCheckbox } from '../kit/choices.tsx';
import { EntityForm, useEntityForm, useReportFilled } from '../kit/EntityForm.tsx';
import { EmailField, FormTextField, NewPasswordFields } from '../kit/fields.tsx';
import { type Failure, UNREACHABLE } from '../kit/useSave.ts';
import type { TroubleProps } from '../system/Submit.tsx';
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
  /** Shown on servers where a new account needs an invitation. */
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
  /** Does a new account need an invitation? */
  needsInvitation: boolean;
  /** User name of the guest who signs up: it is theirs already, and stays. */
  guestId?: string;
  /** Another call that makes the account than signing up. */
  make?: Parameters<typeof signUp>[1];
}

/** Makes a new account, or turns a guest into a full account. The draft of a visitor stays on the device. */
export function RegisterForm({ onFilled, needsInvitation, guestId, make }: RegisterFormProps) {
  const [invitation] = useState(() => {
    keepInvitation(window.location.search);
    return keptInvitation() ?? '';
  });
  // A form that was typed as a visitor is not used for the guest.
  const key = guestId ? `register/${guestId}` : 'register';
  const form = useEntityForm<RegisterValues>({
    keptAs: key,
    start: { ...EMPTY, invitation, ...(guestId && { username: guestId }) },
    send: async ({ terms: _, invitation: code, ...values }) => {
      const account = {
        ...values,
        username: guestId ?? values.username,
        email: values.email.trim(),
        client: 'website',
        referralId: keptReferral(),
        ...(needsInvitation && { invitation: code.trim() }),
      };
      await signUp(account, make);
      forgetReferral();
      forgetInvitation();
    },
    trouble: troubleOf,
  });
  const free = useAvailability(form);
  const typed = form.watch();
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
  return (
    <EntityForm form={form} className={styles.form} action="Make my account">
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
      <EmailField<RegisterValues> name="email" label="E-mail" {...free('email')} />
      <NewPasswordFields<RegisterValues> name="password" label="Password" />
      <FormCheckbox<RegisterValues> name="terms" rule={ticked} keepsRoom>
        I agree to the{' '}
        <a href={inBase('/terms')} target="_blank" rel="noopener">
          terms of use
        </a>
      </FormCheckbox>
      <FormCheckbox<RegisterValues> name="productUpdates">
        Mail me now and then about what is new
      </FormCheckbox>
    </EntityForm>
  );
}
