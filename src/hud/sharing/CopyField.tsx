import { useId, useRef } from 'react';
import { notify } from '../../data/stores/ui.ts';
import { Button } from '../system/Button.tsx';
import styles from './CopyField.module.css';

export interface CopyFieldProps {
  label: string;
  value: string;
  /** Said once it is copied, for instance `Link copied`. */
  done: string;
}

/** Text to take along: selected on focus, copied by its button. */
export function CopyField({ label, value, done }: CopyFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      notify(done);
    } catch {
      // No right to the clipboard: the text is selected, and the keyboard copies it.
      input.current?.select();
      notify('Press Ctrl or Command and C to copy.');
    }
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className="t13 muted">
        {label}
      </label>
      <div className={styles.row}>
        <input
          ref={input}
          id={id}
          className={styles.input}
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button size="sm" icon="copy" aria-label={`Copy: ${label}`} onClick={() => void copy()}>
          Copy
        </Button>
      </div>
    </div>
  );
}
