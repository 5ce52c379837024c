import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormField, type FormFieldProps } from './FormField.tsx';
import styles from './PasswordField.module.css';

export interface PasswordFieldProps<V extends FieldValues> extends FormFieldProps<V> {
  /** Tells password managers whether to fill in or to make up one. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password that can be looked at while it is typed. */
export function PasswordField<V extends FieldValues>(props: PasswordFieldProps<V>) {
  const [isShown, setShown] = useState(false);
  return (
    <FormField
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      end={
        <button
          type="button"
          className={styles.show}
          aria-label={`${isShown ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}
