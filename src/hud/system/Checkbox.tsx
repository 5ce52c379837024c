import { Checkbox as Primitive } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import styles from './Checkbox.module.css';
import { Icon } from './Icon.tsx';

export interface CheckboxProps {
  /** What is agreed to or switched on; may hold links. */
  children: ReactNode;
  isChecked: boolean;
  onCheckedChange(isChecked: boolean): void;
  onBlur?(): void;
  error?: string;
  hint?: string;
  disabled?: boolean;
  /** Keeps the room of an error, so that nothing moves when it comes. */
  keepsRoom?: boolean;
  name?: string;
  /** Of the box itself, for the focus. */
  ref?: React.Ref<HTMLButtonElement>;
}

/** A box to tick, with its words beside it. */
export function Checkbox(props: CheckboxProps) {
  const {
    children,
    isChecked,
    onCheckedChange,
    onBlur,
    error,
    hint,
    disabled,
    keepsRoom,
    name,
    ref,
  } = props;
  const id = useId();
  const noteId = `${id}note`;
  const note = error ?? hint;
  return (
    <div className={`${styles.field} ${keepsRoom ? styles.room : ''}`}>
      <div className={styles.row}>
        <Primitive.Root
          id={id}
          ref={ref}
          name={name}
          className={`${styles.box} ${error ? styles.invalid : ''}`}
          checked={isChecked}
          disabled={disabled}
          onCheckedChange={(value) => onCheckedChange(value === true)}
          onBlur={onBlur}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
        >
          <Primitive.Indicator className={styles.mark}>
            <Icon name="check" size={18} />
          </Primitive.Indicator>
        </Primitive.Root>
        <label htmlFor={id} className={styles.label}>
          {children}
        </label>
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
