/** The text fields of a form, each bound by its name to the form around it (`EntityForm`), with its error below it. */
import { type ComponentProps, type FocusEvent, useState } from 'react';
import { type FieldPath, type FieldValues, get, useFormContext } from 'react-hook-form';
import { MESSAGES } from '../../data/contract/messages.ts';
import {
  email,
  type Judgement,
  newPassword,
  samePassword,
} from '../../data/rules/account/validation.ts';
import styles from '../system/Form.module.css';
import { TextArea, TextField, type TextFieldProps } from '../system/TextField.tsx';

interface FormTextFieldProps<V extends FieldValues>
  extends Omit<TextFieldProps, 'name' | 'error' | 'form'> {
  name: FieldPath<V>;
  /** Judges the text, with the other fields beside it. */
  rule?(text: string, values: V): Judgement | Promise<Judgement>;
  /** A field to judge again when this one changes, if it was left before. */
  partner?: FieldPath<V>;
  /** The field was left, besides what the form does about it. */
  onLeave?(event: FocusEvent<HTMLInputElement>): void;
}

/**
 * A line of text of the form around it (`FormProvider`). What is wrong is said once the field was left or
 * the form sent, and goes as soon as it is put right. The place for it is kept: a button that is pressed
 * while a field is left must not move from under the finger.
 */
export function FormTextField<V extends FieldValues>(props: FormTextFieldProps<V>) {
  const { name, rule, partner, onLeave, ...rest } = props;
  const { register, formState, getFieldState, trigger } = useFormContext<V>();
  const field = register(name, { validate: rule });
  const error: { message?: string } | undefined = get(formState.errors, name);
  return (
    <TextField
      className={rule || rest.hint ? `${styles.keepsNote} ${rest.hint ? styles.hinted : ''}` : ''}
      {...rest}
      {...field}
      onChange={(event) => {
        void field.onChange(event);
        if (partner && getFieldState(partner, formState).isTouched) void trigger(partner);
      }}
      onBlur={(event) => {
        void field.onBlur(event);
        onLeave?.(event);
      }}
      error={error?.message || undefined}
    />
  );
}

/** An e-mail address. */
export function EmailField<V extends FieldValues>(props: FormTextFieldProps<V>) {
  return (
    <FormTextField<V> type="email" inputMode="email" autoComplete="email" rule={email} {...props} />
  );
}

interface PasswordFieldProps<V extends FieldValues> extends FormTextFieldProps<V> {
  /** Tells password managers whether to fill in or to make up one. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password that can be looked at while it is typed. */
export function PasswordField<V extends FieldValues>(props: PasswordFieldProps<V>) {
  const [isShown, setShown] = useState(false);
  return (
    <FormTextField
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      end={
        <button
          type="button"
          className={`reach ${styles.show}`}
          aria-label={`${isShown ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}

/** A text of several lines. */
export function FormTextArea<V extends FieldValues>(
  props: Omit<ComponentProps<typeof TextArea>, 'name' | 'error'> & {
    name: FieldPath<V>;
    rule?(text: string): Judgement;
  },
) {
  const { name, rule, ...rest } = props;
  const { register, formState } = useFormContext<V>();
  const error: { message?: string } | undefined = get(formState.errors, name);
  return (
    <TextArea
      {...rest}
      {...register(name, { validate: rule })}
      error={error?.message || undefined}
    />
  );
}

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
