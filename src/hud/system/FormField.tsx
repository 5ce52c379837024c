import type { FocusEvent } from 'react';
import { type FieldPath, type FieldValues, get, useFormContext } from 'react-hook-form';
import type { Judgement } from '../../data/rules/validation.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';

export interface FormFieldProps<V extends FieldValues>
  extends Omit<TextFieldProps, 'name' | 'error' | 'form'> {
  name: FieldPath<V>;
  /** Judges the text, with the other fields beside it. */
  rule?(text: string, values: V): Judgement | Promise<Judgement>;
  /** Fields to judge again when this one changes. */
  deps?: FieldPath<V>[];
  /** The field was left, besides what the form does about it. */
  onLeave?(event: FocusEvent<HTMLInputElement>): void;
}

/**
 * A line of text of the form around it (`FormProvider`). What is wrong is said once the field was left or
 * the form sent, and goes as soon as it is put right.
 */
export function FormField<V extends FieldValues>({
  name,
  rule,
  deps,
  onLeave,
  ...rest
}: FormFieldProps<V>) {
  const { register, formState } = useFormContext<V>();
  const field = register(name, { validate: rule, deps });
  const error: { message?: string } | undefined = get(formState.errors, name);
  return (
    <TextField
      {...rest}
      {...field}
      onBlur={(event) => {
        void field.onBlur(event);
        onLeave?.(event);
      }}
      error={error?.message || undefined}
    />
  );
}
