import { type FormEvent, type ReactNode, useState } from 'react';
import { notify } from '../../data/stores/ui.ts';
import { Button } from '../system/Button.tsx';
import { TextField } from '../system/TextField.tsx';
import styles from './Moderation.module.css';

/** Something that can be decided: what the button says, and what is said once it is done. */
export interface Choice {
  readonly title: string;
  readonly done: string;
  /** Makes the call. Rejects with an error whose message is said. */
  decide(reason: string): Promise<unknown>;
}

interface DecisionFormProps {
  label: string;
  /** The first is the one that is meant when Enter is pressed in a form of one. */
  choices: readonly Choice[];
  /** Stands above the reason. */
  children?: ReactNode;
}

/** A reason, which every decision needs, and what may be decided. */
export function DecisionForm({ label, choices, children }: DecisionFormProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const decide = async ({ decide: make, done }: Choice) => {
    if (isBusy) return;
    setFailure('');
    setError(reason.trim() === '' ? 'Required' : '');
    if (reason.trim() === '') return;
    setBusy(true);
    try {
      await make(reason.trim());
      setReason('');
      notify(done);
    } catch (cause) {
      setFailure(cause instanceof Error ? cause.message : '');
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (choices.length === 1) void decide(choices[0]!);
  };
  return (
    <form className={styles.decide} onSubmit={submit} noValidate>
      {children}
      <TextField
        label={label}
        value={reason}
        maxLength={500}
        error={error || undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {failure && (
        <p role="alert" className="medium">
          That did not work: {failure}
        </p>
      )}
      <div className="flex wrap gap8">
        {choices.map((choice, at) => (
          <Button
            key={choice.title}
            type={choices.length === 1 ? 'submit' : 'button'}
            size="sm"
            variant={at === 0 ? 'outlined' : 'bare'}
            data-choice={at}
            aria-disabled={isBusy}
            onClick={choices.length === 1 ? undefined : () => void decide(choice)}
          >
            {choice.title}
          </Button>
        ))}
      </div>
    </form>
  );
}
