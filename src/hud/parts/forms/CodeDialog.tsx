import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { readCode } from '../../../data/rules/jam/lobby.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { TextField } from '../../system/TextField.tsx';

interface CodeDialogProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** Who makes such codes. */
  description: string;
  /** Where the page of a code lies. */
  page: 'jam' | 'clubs/join';
}

/** Takes a code, or a link that holds one, and leads to the page where it lets in. */
export function CodeDialog({ isOpen, onOpenChange, description, page }: CodeDialogProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = readCode(typed, page);
    if (code === null) return setWrong(true);
    onOpenChange(false);
    setTyped('');
    void navigate(`/${page}/${code}`);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Join by code"
      description={description}
    >
      <form onSubmit={submit} noValidate style={{ display: 'grid', gap: 16 }}>
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
