import { type ComponentProps, useId } from 'react';
import styles from './TextArea.module.css';

export interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
}

/** A labelled text of a few lines. */
export function TextArea({ label, className, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className="t13 muted">
        {label}
      </label>
      <textarea rows={3} {...rest} id={id} className={styles.text} />
    </div>
  );
}
