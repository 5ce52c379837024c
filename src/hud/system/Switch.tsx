import { Switch as Primitive } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import styles from './Form.module.css';
import { useFieldNote } from './FormField.tsx';

interface SwitchProps {
  /** What is on while it is on. */
  children: ReactNode;
  isOn: boolean;
  onChange(isOn: boolean): void;
  hint?: string;
  disabled?: boolean;
}

/** Something that is on or off at once, without a button that saves it. Words left, switch right. */
export function Switch({ children, isOn, onChange, hint, disabled }: SwitchProps) {
  const id = useId();
  const note = useFieldNote(undefined, hint);
  return (
    <div className={styles.row} data-disabled={disabled || undefined}>
      <div className="fill">
        <label htmlFor={id} className={styles.label}>
          {children}
        </label>
        {note.line}
      </div>
      <Primitive.Root
        id={id}
        className={`hoverEdge reach ${styles.track}`}
        checked={isOn}
        disabled={disabled}
        onCheckedChange={onChange}
        aria-describedby={note.control['aria-describedby']}
      >
        <Primitive.Thumb className={styles.thumb} />
      </Primitive.Root>
    </div>
  );
}
