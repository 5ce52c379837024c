import { Checkbox as Primitive } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import styles from './FormField.module.css';
import { useFieldNote } from './FormField.tsx';
import { Icon } from './Icon.tsx';

interface CheckboxProps {
  /** What is agreed to or switched on; may hold links. */
  children: ReactNode;
  isChecked: boolean;
  onCheckedChange(isChecked: boolean): void;
  onBlur?(): void;
  error?: string;
  hint?: string;
  disabled?: boolean;
  /** Keeps the place of an error, so that nothing moves when it comes. */
  keepsRoom?: boolean;
  name?: string;
  /** Of the box itself, for the focus. */
  ref?: React.Ref<HTMLButtonElement>;
}

/** A box to tick, with its words beside it. */
export function Checkbox(props: CheckboxProps) {
  const { children, isChecked, onCheckedChange, error, hint, keepsRoom, ...rest } = props;
  const id = useId();
  const note = useFieldNote(error, hint);
  return (
    <div className={`${styles.check} ${keepsRoom ? styles.keepsNote : ''}`}>
      <div className={styles.tickRow}>
        <Primitive.Root
          {...rest}
          {...note.control}
          id={id}
          className={`hoverEdge fillOn reach ${styles.tick} ${error ? styles.invalid : ''}`}
          checked={isChecked}
          onCheckedChange={(value) => onCheckedChange(value === true)}
        >
          <Primitive.Indicator>
            <Icon name="check" size={18} />
          </Primitive.Indicator>
        </Primitive.Root>
        <label htmlFor={id} className={`strongLinks ${styles.tickLabel}`}>
          {children}
        </label>
      </div>
      {note.line}
    </div>
  );
}
