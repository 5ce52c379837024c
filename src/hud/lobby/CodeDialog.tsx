import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { readCode } from '../../data/rules/jam/lobby.ts';
import { Button } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';
import { TextField } from '../system/TextField.tsx';
import styles from './Lobby.module.css';

interface CodeDialogProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** Takes a code, or a link that holds one, and leads to the page where it lets in. */
export function CodeDialog({ isOpen, onOpenChange }: CodeDialogProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = readCode(typed);
    if (code === null) return setWrong(true);
    onOpenChange(false);
    setTyped('');
    void navigate(`/jam/${code}`);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Join by code"
      description="Whoever owns a room makes codes for it, as twelve letters and digits or as a link."
    >
      <form onSubmit={submit} noValidate className={styles.form}>
        <TextField
          label="Code or link"
          value={typed}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          error={isWrong ? 'That is no code: it has twelve letters and digits.' : undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWrong(false);
          }}
        />
        <div>
          <Button type="submit" variant="filled">
            Go on
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
