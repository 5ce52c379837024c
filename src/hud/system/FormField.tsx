import { type ReactNode, useId } from 'react';
import styles from './FormField.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** What every labelled control is told about itself. */
export interface FieldProps {
  label: string;
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean;
  /** What is wrong with the value; stands in place of the hint. */
  error?: string;
  hint?: string;
}

/** What the control in a field takes over: its name in the page, and what is said of it. */
interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FormFieldProps extends FieldProps {
  className?: string;
  children(control: ControlProps): ReactNode;
}

/** A label above, a control, and a line below it that says what is wrong or how it is meant. */
export function FormField(props: FormFieldProps) {
  const { label, isLabelHidden, error, hint, className, children } = props;
  const id = useId();
  const note = useFieldNote(error, hint);
  const labelText = (
    <label htmlFor={id} className={isLabelHidden ? undefined : 't13 muted'}>
      {label}
    </label>
  );
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      {isLabelHidden ? <VisuallyHidden>{labelText}</VisuallyHidden> : labelText}
      {children({ id, ...note.control })}
      {note.line}
    </div>
  );
}

/** The line under a control, and what ties the control to it. An error is said when it comes. */
export function useFieldNote(error: string | undefined, hint: string | undefined) {
  const id = useId();
  const note = error ?? hint;
  return {
    control: {
      'aria-invalid': error ? (true as const) : undefined,
      'aria-describedby': note ? id : undefined,
    },
    line: note ? (
      <p
        id={id}
        className={`${styles.note} ${error ? styles.error : ''}`}
        role={error ? 'alert' : undefined}
      >
        {note}
      </p>
    ) : null,
  };
}
