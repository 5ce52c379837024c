/** How the forms of an account are kept and sent. */
import { useMutation } from '@tanstack/react-query';
import { type BaseSyntheticEvent, useEffect, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { TroubleProps } from '../../system/Submit.tsx';
import { type Failure, readFailure, troubleOf } from '../useSave.ts';

const NO_TROUBLE: TroubleProps = { title: '' };

interface FormMutationOptions<V extends FieldValues> {
  /** Sends what was typed, and goes on from there. What it throws is said. */
  send(values: V): Promise<unknown>;
  /** What is said above the button; left out, what the server said, unless a field says it. */
  trouble?(failure: Failure): TroubleProps;
  /** The field that an error of the server is about; left out, it is called as the form calls it. */
  fieldOf?(name: string): FieldPath<V>;
  /** Where the focus goes when no field is to blame. */
  focus?(failure: Failure): FieldPath<V>;
}

interface FormMutation {
  /** For the form's `onSubmit`: judges every field, then sends. */
  submit(event?: BaseSyntheticEvent): Promise<void>;
  isBusy: boolean;
  /** Has the last sending arrived? */
  isSent: boolean;
  trouble: TroubleProps;
}

/** Sends a form. Errors that the server finds in fields stand at those fields, and the first one has the focus. */
export function useFormMutation<V extends FieldValues>(
  form: UseFormReturn<V>,
  options: FormMutationOptions<V>,
): FormMutation {
  const { send, trouble = sayOnce, fieldOf = (name) => name as FieldPath<V>, focus } = options;
  const { mutateAsync, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: send,
    networkMode: 'always',
  });
  // What the server said of the last try is about other values than those that a field refuses now.
  const forget = () => {
    if (!isPending) reset();
  };
  const submit = form.handleSubmit(async (values) => {
    if (isPending) return;
    try {
      await mutateAsync(values);
    } catch (cause) {
      const failure = readFailure(cause);
      const known = form.getValues();
      const wrong = Object.entries(failure.fields)
        .map(([name, message]) => ({ name: fieldOf(name), message }))
        .filter(({ name }) => Object.hasOwn(known, name.split('.')[0]!));
      for (const { name, message } of wrong) form.setError(name, { type: 'server', message });
      const first = wrong[0]?.name ?? focus?.(failure);
      if (first) form.setFocus(first);
    }
  }, forget);
  return {
    submit,
    isBusy: isPending,
    isSent: isSuccess,
    trouble: error ? trouble(readFailure(error)) : NO_TROUBLE,
  };
}

/** What the server said, unless fields say it already. */
function sayOnce(failure: Failure): TroubleProps {
  return Object.keys(failure.fields).length > 0 ? NO_TROUBLE : { title: troubleOf(failure) };
}

const PREFIX = 'rondo/form/';
/** Passwords and tokens are never kept. */
const SECRET = /password|token/i;

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
    if (!values) {
      sessionStorage.removeItem(PREFIX + key);
      return;
    }
    const open = Object.entries(values).filter(([name]) => !SECRET.test(name));
    sessionStorage.setItem(PREFIX + key, JSON.stringify(Object.fromEntries(open)));
  } catch {
    // Without storage it lives as long as the page.
  }
}

interface KeptForm<V extends FieldValues> extends UseFormReturn<V> {
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
          if (name) writeKept(key, values);
        },
      }),
    [subscribe, key],
  );
  return { ...form, forget: () => writeKept(key, null) };
}

/** Tells the picture beside a form how far it is. @param judgements of its fields: true, or what is wrong */
export function useReportFilled(
  judgements: readonly (true | string)[],
  onFilled: (share: number) => void,
): void {
  const right = judgements.filter((judgement) => judgement === true).length;
  const share = judgements.length === 0 ? 1 : right / judgements.length;
  useEffect(() => onFilled(share), [share, onFilled]);
}
