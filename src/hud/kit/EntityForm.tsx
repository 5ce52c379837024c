/** The form of all pages: how its values are kept and sent, and how errors are shown. */
import { type BaseSyntheticEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  FormProvider,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { keepText, keptText } from '../../data/keptText.ts';
import { Button } from '../system/Button.tsx';
import shared from '../system/Form.module.css';
import type { IconName } from '../system/Icon.tsx';
import { SubmitButton, Trouble, type TroubleProps } from '../system/Submit.tsx';
import { type Failure, readFailure, troubleOf } from './useSave.ts';

const NO_TROUBLE: TroubleProps = { title: '' };

interface EntityFormOptions<V extends FieldValues> {
  /** What the fields begin with. */
  start: DefaultValues<V>;
  /** What the fields hold from now on, as the server knows it: new values take the place of those in the form. */
  values?: UseFormProps<V>['values'];
  /**
   * Keeps what is typed, passwords apart, through moves to other pages and reloads of this tab, until it has been sent.
   * The key of the form, with the thing that it is about if that can change.
   */
  keptAs?: string;
  /** When fields are judged first; left out, when they are left. After that with every change. */
  mode?: 'onTouched' | 'onSubmit';
  /** Sends what was typed, and goes on from there. What it throws is said. */
  send(values: V): Promise<unknown>;
  /** What the banner says of a failure; left out, what the server said, unless fields of the form say it. */
  trouble?(failure: Failure): TroubleProps;
  /** The field that an error of the server is about; left out, it is called as the form calls it. */
  fieldOf?(name: string): FieldPath<V>;
  /** Where the focus goes when the error belongs to no field. */
  focus?(failure: Failure): FieldPath<V>;
}

export interface EntityFormState<V extends FieldValues> extends UseFormReturn<V> {
  /** Judges every field, then sends. Never rejects. */
  submit(event?: BaseSyntheticEvent): Promise<void>;
  isBusy: boolean;
  /** Was the last submit successful? */
  isSent: boolean;
  trouble: TroubleProps;
  /** Are fields judged as soon as they are left? */
  judgesAtOnce: boolean;
}

/**
 * The state of a form. What was typed stays after a failure. Errors that the server finds in fields stand at those
 * fields, and the first one has the focus; every other failure stands in the banner.
 */
export function useEntityForm<V extends FieldValues>(
  options: EntityFormOptions<V>,
): EntityFormState<V> {
  const { start, values, keptAs, mode = 'onTouched', send, trouble, focus } = options;
  const { fieldOf = (name) => name as FieldPath<V> } = options;
  const [first] = useState(() => (keptAs ? { ...start, ...readKept(keptAs) } : start));
  const form = useForm<V>({ mode, defaultValues: first, values });
  const [outcome, setOutcome] = useState<'sending' | 'sent' | Failure | null>(null);
  const isSending = useRef(false);
  const { subscribe } = form;
  useEffect(() => {
    if (!keptAs) return;
    return subscribe({
      formState: { values: true },
      callback: ({ name, values: typed }) => {
        // Without a name it is the form that changed, not a person.
        if (name) writeKept(keptAs, typed);
      },
    });
  }, [subscribe, keptAs]);

  /** The errors of the server that stand at fields of this form. */
  const wrongFields = ({ fields }: Failure) => {
    const known = form.getValues();
    return Object.entries(fields)
      .map(([name, message]) => ({ name: fieldOf(name), message }))
      .filter(({ name }) => Object.hasOwn(known, name.split('.')[0]!));
  };
  const sayOnce = (failure: Failure): TroubleProps => {
    const count = Object.keys(failure.fields).length;
    const isSaidByFields = count > 0 && wrongFields(failure).length === count;
    return isSaidByFields ? NO_TROUBLE : { title: troubleOf(failure) };
  };
  // The server's error belongs to the values of the last submit, not to those that a field refuses now.
  const forgetOutcome = () => {
    if (!isSending.current) setOutcome(null);
  };
  const submit = form.handleSubmit(async (typed) => {
    if (isSending.current) return;
    isSending.current = true;
    setOutcome('sending');
    try {
      await send(typed);
    } catch (cause) {
      const failure = readFailure(cause);
      setOutcome(failure);
      const wrong = wrongFields(failure);
      for (const { name, message } of wrong) form.setError(name, { type: 'server', message });
      const toFocus = wrong[0]?.name ?? focus?.(failure);
      if (toFocus) form.setFocus(toFocus);
      return;
    } finally {
      isSending.current = false;
    }
    setOutcome('sent');
    if (keptAs) writeKept(keptAs, null);
  }, forgetOutcome);
  const failure = typeof outcome === 'object' ? outcome : null;
  return {
    ...form,
    submit,
    isBusy: outcome === 'sending',
    isSent: outcome === 'sent',
    trouble: failure ? (trouble ?? sayOnce)(failure) : NO_TROUBLE,
    judgesAtOnce: mode === 'onTouched',
  };
}

interface EntityFormProps<V extends FieldValues> {
  form: EntityFormState<V>;
  /** What its button says; left out where a `FormFoot` stands among the children. */
  action?: ReactNode;
  variant?: 'filled' | 'outlined';
  icon?: IconName;
  /** Something that the form waits for besides its own sending. */
  isBusy?: boolean;
  /** Stands beside the button. */
  beside?: ReactNode;
  /** The way out of a form that can be left as it is, beside the button too. */
  leave?: { readonly title: string; run(): void };
  /** Name of the form for screen readers. */
  label?: string;
  /** Does the Enter key send it? False where several buttons send different things. */
  isSentByEnter?: boolean;
  /** Takes the place of the layout: one column with 16 px between its fields. */
  className?: string;
  children?: ReactNode;
}

/** A form with one banner above its fields and one button below them. */
export function EntityForm<V extends FieldValues>(props: EntityFormProps<V>) {
  const {
    form,
    action,
    label,
    className = 'stack gap16 min0',
    isSentByEnter = true,
    children,
  } = props;
  return (
    <FormProvider {...form}>
      <form
        className={`${className} ${form.judgesAtOnce ? shared.judgesAtOnce : ''}`}
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          if (isSentByEnter) void form.submit(event);
        }}
        noValidate
      >
        <Trouble {...form.trouble} />
        {children}
        {action && <FormFoot {...props} />}
      </form>
    </FormProvider>
  );
}

type FormFootProps<V extends FieldValues> = Pick<
  EntityFormProps<V>,
  'form' | 'action' | 'variant' | 'icon' | 'beside' | 'leave' | 'isBusy'
>;

/** The button of a form. */
export function FormFoot<V extends FieldValues>(props: FormFootProps<V>) {
  const { form, action, variant, icon, beside, leave, isBusy = false } = props;
  return (
    <div className="row wrap gap12">
      <SubmitButton isBusy={form.isBusy || isBusy} variant={variant} icon={icon}>
        {action}
      </SubmitButton>
      {beside}
      {leave && (
        <Button variant="bare" onClick={leave.run}>
          {leave.title}
        </Button>
      )}
    </div>
  );
}

/** Whether what stands in a form is saved, to stand beside its button. */
export function SavedWord<V extends FieldValues>({ form }: { form: EntityFormState<V> }) {
  const { isDirty } = form.formState;
  if (isDirty && !form.isBusy) return <span className="muted">Not saved yet</span>;
  return !isDirty && form.isSent ? <span className="muted">Saved</span> : null;
}

const PREFIX = 'rondo/form/';
/** Passwords and tokens are never kept. */
const SECRET = /password|token/i;

function readKept(key: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(keptText(PREFIX + key, 'sessionStorage') ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function writeKept(key: string, values: Record<string, unknown> | null): void {
  const open = values && Object.entries(values).filter(([name]) => !SECRET.test(name));
  keepText(PREFIX + key, open && JSON.stringify(Object.fromEntries(open)), 'sessionStorage');
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
