import { type ComponentProps, useId } from 'react';
import styles from './TextArea.module.css';

export interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  error?: string;
  hint?: string;
}

/** A labelled text of several lines, which grows with what is typed where the browser can do that. */
export function TextArea({ label, error, hint, className, ...rest }: TextAreaProps) {
  const id = useId();
  const noteId = `${id}note`;
  const note = error ?? hint;
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        rows={4}
        {...rest}
        id={id}
        className={`${styles.box} ${error ? styles.invalid : ''}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
      />
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
