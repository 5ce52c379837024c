import type { ComponentProps, ReactNode } from 'react';
import styles from './FormField.module.css';
import { type FieldProps, FormField } from './FormField.tsx';
import { Icon, type IconName } from './Icon.tsx';

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'size'> {
  icon?: IconName;
  /** Stands inside the field at its end, for instance a button. */
  end?: ReactNode;
}

/** A labelled line of text. */
export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, icon, error, hint, end, className, ...rest } = props;
  return (
    <FormField
      label={label}
      isLabelHidden={isLabelHidden}
      error={error}
      hint={hint}
      className={className}
    >
      {(control) => (
        <div className={`hoverEdge ${styles.box} ${styles.line} ${error ? styles.invalid : ''}`}>
          {icon && <Icon name={icon} size={16} />}
          <input
            type="text"
            autoComplete="off"
            {...rest}
            {...control}
            className={`focusBare ${styles.input}`}
          />
          {end}
        </div>
      )}
    </FormField>
  );
}

interface TextAreaProps extends FieldProps, ComponentProps<'textarea'> {}

/** A labelled text of several lines, which grows with what is typed where the browser can do that. */
export function TextArea({ label, isLabelHidden, error, hint, className, ...rest }: TextAreaProps) {
  return (
    <FormField
      label={label}
      isLabelHidden={isLabelHidden}
      error={error}
      hint={hint}
      className={className}
    >
      {(control) => (
        <textarea
          rows={4}
          {...rest}
          {...control}
          className={`hoverEdge ${styles.box} ${styles.area} ${error ? styles.invalid : ''}`}
        />
      )}
    </FormField>
  );
}
