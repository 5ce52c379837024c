import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { exporting } from '../../../audio/state/exporting.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import styles from './Export.module.css';
import { ExportOutcome } from './ExportOutcome.tsx';
import type { useExporter } from './useExporter.ts';

interface ExportFrameProps extends ReturnType<typeof useExporter> {
  /** Until it is made. */
  title: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  mayBegin: boolean;
  onBegin(): void;
  /** What can be chosen. */
  children: ReactNode;
}

/** The dialog around everything that is exported: how far it is, what came of it, and its buttons. */
export function ExportFrame(props: ExportFrameProps) {
  const { exporter, isFailed, title, isOpen, onOpenChange, mayBegin, onBegin, children } = props;
  const { status } = useSnapshot(exporting);
  const isRunning = status === 'running';
  const isDone = status === 'done';
  const close = (open: boolean) => {
    if (!open && !isRunning) exporter?.clear();
    onOpenChange(open);
  };
  const actions = isRunning ? (
    <Button onClick={() => exporter?.cancel()}>Cancel export</Button>
  ) : isDone ? (
    <>
      <Button onClick={() => exporter?.clear()}>Export another</Button>
      <Button variant="filled" onClick={() => close(false)}>
        Done
      </Button>
    </>
  ) : (
    <>
      <Button onClick={() => close(false)}>Close</Button>
      <Button variant="filled" disabled={!mayBegin} onClick={onBegin}>
        Export
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={close}
      title={isDone ? 'Exported' : title}
      description={isRunning ? 'It goes on while this window is closed.' : undefined}
      actions={actions}
    >
      <ExportOutcome />
      {children}
      {isFailed && (
        <p className={styles.refusal} role="alert">
          What exports could not be loaded. Close this and try again.
        </p>
      )}
    </Dialog>
  );
}
