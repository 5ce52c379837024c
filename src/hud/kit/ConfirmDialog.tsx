import type { ReactNode } from 'react';
import { Button } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';
import { Trouble } from '../system/Submit.tsx';
import { useSave } from './useSave.ts';

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose(): void;
  title: string;
  /** What happens, and what is kept. */
  children: ReactNode;
  /** What the button does, for instance `Delete the club`. */
  deed: string;
  /** What the button says that does nothing. */
  keep?: string;
  /** Does it. What it throws is said in the dialog, which stays open; else the dialog closes. */
  run(): unknown;
}

/** Asks once more before something that cannot be taken back, or that others notice. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, children, deed, keep = 'Leave it', run } = props;
  const save = useSave(async () => {
    await run();
    onClose();
  });
  const close = () => {
    save.forget();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={close}
      title={title}
      actions={
        <>
          <Button onClick={close}>{keep}</Button>
          <Button variant="filled" aria-busy={save.isBusy} onClick={() => void save.run(undefined)}>
            {deed}
          </Button>
        </>
      }
    >
      <div className="stack gap16 min0">
        <Trouble title={save.trouble} />
        {children}
      </div>
    </Dialog>
  );
}
