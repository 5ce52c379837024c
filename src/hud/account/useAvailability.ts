import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { call } from '../../data/client.ts';
import { AUTH_CALLS } from '../../data/contract/calls.ts';
import { email, type Judgement, userId } from '../../data/rules/account/validation.ts';

/** What a visitor is told of a name or an address that has an account already; the server says the same. */
const TAKEN = {
  username: 'This name is already taken',
  email: 'This address already has an account',
} as const;
type Field = keyof typeof TAKEN;

interface WithNames {
  username: string;
  email: string;
}

/**
 * Asks the server, when a name or an address was left, whether it is free. While it cannot be asked nothing
 * is said: the form is judged again when it is sent.
 */
export function useAvailability<V extends WithNames>(form: UseFormReturn<V>) {
  const answers = useRef(new Map<string, boolean>());
  const keyOf = (field: Field, text: string) => `${field} ${text.trim().toLowerCase()}`;

  const rule =
    (field: Field) =>
    (text: string): Judgement => {
      const judgement = field === 'email' ? email(text) : userId(text);
      if (judgement !== true) return judgement;
      return answers.current.get(keyOf(field, text)) === false ? TAKEN[field] : true;
    };

  const ask = async (field: Field, text: string) => {
    const key = keyOf(field, text);
    if (rule(field)(text) !== true || answers.current.has(key)) return;
    const { available } = await call(AUTH_CALLS.availability, { body: { [field]: text.trim() } });
    answers.current.set(key, available);
    if (!available) await form.trigger(field as Parameters<typeof form.trigger>[0]);
  };

  return {
    rule,
    onBlur: (field: Field) => (event: { currentTarget: { value: string } }) => {
      void ask(field, event.currentTarget.value).catch(() => {});
    },
  };
}
