import type { ComponentProps } from 'react';
import styles from './FormField.module.css';
import { type FieldProps, FormField } from './FormField.tsx';
import { Icon } from './Icon.tsx';

export interface SelectProps
  extends FieldProps,
    Omit<ComponentProps<'select'>, 'size' | 'onChange'> {
  size?: 'xs' | 'sm';
  options: readonly { value: string; title: string }[];
  onValueChange(value: string): void;
}

/** One choice out of a few. The device's own list, so that it works everywhere by finger and by key. */
export function Select(props: SelectProps) {
  const { label, isLabelHidden, error, hint, className, size, options, onValueChange, ...rest } =
    props;
  return (
    <FormField
      label={label}
      isLabelHidden={isLabelHidden}
      error={error}
      hint={hint}
      className={className}
    >
      {(control) => (
        <div className={`row relative ${styles.choice}`}>
          <select
            {...rest}
            {...control}
            className={`hoverEdge ${styles.box} ${styles.select} ${size === 'xs' ? styles.short : ''}`}
            onChange={(event) => onValueChange(event.currentTarget.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.title}
              </option>
            ))}
          </select>
          <span className={styles.mark}>
            <Icon name="chevronDown" size={14} />
          </span>
        </div>
      )}
    </FormField>
  );
}
