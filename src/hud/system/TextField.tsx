import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import styles from './TextField.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'size'> {
  label: string;
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean;
  icon?: IconName;
  /** What is wrong with the value. */
  error?: string;
  hint?: string;
  /** Stands inside the field at its end, for instance a button. */
  end?: ReactNode;
}

/** A labelled line of text. */
export function TextField({
  label,
  isLabelHidden,
  icon,
  error,
  hint,
  end,
  className,
  ...rest
}: TextFieldProps) {
  const id = useId();
  const noteId = `${id}note`;
  const note = error ?? hint;
  const labelText = (
    <label htmlFor={id} className={isLabelHidden ? undefined : styles.label}>
      {label}
    </label>
  );
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      {isLabelHidden ? <VisuallyHidden>{labelText}</VisuallyHidden> : labelText}
      <div className={`${styles.box} ${error ? styles.invalid : ''}`}>
        {icon && <Icon name={icon} size={16} />}
        <input
          type="text"
          autoComplete="off"
          {...rest}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
        />
        {end}
      </div>
      {note && (
        <p
          id={noteId}
          className={`${styles.note} ${error ? styles.error : ''}`}
          role={error ? 'alert' : undefined}
        >
          {note}
        </p>
      )}
    </div>
  );
}
