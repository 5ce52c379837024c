import { useEffect, useState } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';

const PREFIX = 'rondo/form/';

function readKept(key: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function writeKept(key: string, values: Record<string, unknown> | null): void {
  try {
    if (values) sessionStorage.setItem(PREFIX + key, JSON.stringify(values));
    else sessionStorage.removeItem(PREFIX + key);
  } catch {
    // Without storage it lives as long as the page.
  }
}

/** Passwords and tokens are never kept. */
const SECRET = /password|token/i;

function withoutSecrets(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !SECRET.test(name)));
}

export interface KeptForm<V extends FieldValues> extends UseFormReturn<V> {
  /** Forgets what was kept: it has arrived where it belongs. */
  forget(): void;
}

/**
 * A form whose typed text outlives moves to other pages and reloads of this tab, passwords apart. Fields
 * are judged when they are left, then with every change.
 *
 * @param key of the form, with whom it is about if that can change
 */
export function useKeptForm<V extends FieldValues>(
  key: string,
  defaults: DefaultValues<V>,
): KeptForm<V> {
  const [first] = useState(() => ({ ...defaults, ...readKept(key) }) as DefaultValues<V>);
  const form = useForm<V>({ mode: 'onTouched', defaultValues: first });
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, values }) => {
          // Without a name it is the form that changed, not a person.
          if (name) writeKept(key, withoutSecrets(values));
        },
      }),
    [subscribe, key],
  );
  return { ...form, forget: () => writeKept(key, null) };
}
