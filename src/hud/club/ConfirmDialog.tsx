import type { ReactNode } from 'react';
import { readFailure, troubleOf } from '../parts/useSave.ts';
import { Button } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';
import { Trouble } from '../system/Submit.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  title: string;
  /** What happens, and what is kept. */
  children: ReactNode;
  /** What the button does, for instance `Delete the club`. */
  deed: string;
  isBusy: boolean;
  error: Error | null;
  run(): void;
}

/** Asks once more before something that others notice. What went wrong stands in it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onOpenChange, title, children, deed, isBusy, error, run } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={title}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Leave it</Button>
          <Button
            variant="filled"
            aria-disabled={isBusy}
            aria-busy={isBusy}
            onClick={() => {
              if (!isBusy) run();
            }}
          >
            {deed}
          </Button>
        </>
      }
    >
      <div className="grid gap16">
        <Trouble title={error ? troubleOf(readFailure(error)) : ''} />
        {children}
      </div>
    </Dialog>
  );
}
