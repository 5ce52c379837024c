import { useRef } from 'react';
import { notify } from '../../data/stores/ui.ts';
import { Button } from '../system/Button.tsx';
import styles from '../system/FormField.module.css';
import { TextField } from '../system/TextField.tsx';

interface CopyFieldProps {
  label: string;
  value: string;
  /** Said once it is copied, for instance `Link copied`. */
  done: string;
}

/** Text to take along: selected on focus, copied by its button. */
export function CopyField({ label, value, done }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      notify(done);
    } catch {
      // Without access to the clipboard the text is selected, so that the person can copy it by keyboard.
      input.current?.select();
      notify('Press Ctrl or Command and C to copy.');
    }
  };
  return (
    <div className={styles.copyRow}>
      <TextField
        ref={input}
        label={label}
        className={`grow ${styles.copied}`}
        readOnly
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button size="sm" icon="copy" aria-label={`Copy: ${label}`} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  );
}
