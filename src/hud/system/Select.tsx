import { type ComponentProps, useId } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Select.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface SelectOption {
  value: string;
  title: string;
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'size' | 'onChange'> {
  label: string;
  isLabelHidden?: boolean;
  size?: 'xs' | 'sm';
  options: readonly SelectOption[];
  onValueChange(value: string): void;
}

/** One choice out of a few. The device's own list, so that it works everywhere by finger and by key. */
export function Select({
  label,
  isLabelHidden,
  size = 'sm',
  options,
  onValueChange,
  className,
  ...rest
}: SelectProps) {
  const id = useId();
  const labelText = (
    <label htmlFor={id} className={isLabelHidden ? undefined : styles.label}>
      {label}
    </label>
  );
  const classes = [styles.field, size === 'xs' && styles.small, className];
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      {isLabelHidden ? <VisuallyHidden>{labelText}</VisuallyHidden> : labelText}
      <div className={styles.box}>
        <select
          {...rest}
          id={id}
          className={styles.select}
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
    </div>
  );
}
