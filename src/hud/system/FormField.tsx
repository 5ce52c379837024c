import type { FocusEvent } from 'react';
import { type FieldPath, type FieldValues, get, useFormContext } from 'react-hook-form';
import type { Judgement } from '../../data/rules/account/validation.ts';
import styles from './FormField.module.css';
import { TextField, type TextFieldProps } from './TextField.tsx';

export interface FormFieldProps<V extends FieldValues>
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
 * the form sent, and goes as soon as it is put right. The room for it is kept: a button that is pressed
 * while a field is left must not move from under the finger.
 */
export function FormField<V extends FieldValues>({
  name,
  rule,
  partner,
  onLeave,
  ...rest
}: FormFieldProps<V>) {
  const { register, formState, getFieldState, trigger } = useFormContext<V>();
  const field = register(name, { validate: rule });
  const error: { message?: string } | undefined = get(formState.errors, name);
  return (
    <TextField
      className={styles.room}
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
