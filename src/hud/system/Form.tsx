import { type FocusEvent, useState } from 'react';
import { type FieldPath, type FieldValues, get, useFormContext } from 'react-hook-form';
import styles from './Form.module.css';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** What a rule says of a text: true, or what is wrong with it. */
type Judgement = true | string;

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
      className={`${styles.keepsNote} ${rest.hint ? styles.hinted : ''}`}
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
          className={`hoverPaper ${styles.show}`}
          aria-label={`${isShown ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}
