import { useEffect, useState } from 'react';
import { type EditorPanel, notify } from '../../../../data/stores/ui.ts';
import { useEngine } from '../../../EngineContext.tsx';
import styles from './Files.module.css';
import { carriesFiles, droppedFiles, giveFiles } from './giveFiles.ts';

interface FileDropProps {
  /** Brings the panel of files to sight. Must stay the same function. */
  onDrop(panel: EditorPanel): void;
}

/** Takes files that are dropped anywhere on the page, and says so while they hover over it. */
export function FileDrop({ onDrop }: FileDropProps) {
  const engine = useEngine();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    let inside = 0;
    const carried = (event: DragEvent) => carriesFiles(event.dataTransfer);
    const leave = () => {
      inside = 0;
      setOver(false);
    };
    const listeners = {
      dragenter(event: DragEvent) {
        if (!carried(event)) return;
        inside += 1;
        setOver(true);
      },
      dragleave(event: DragEvent) {
        if (!carried(event)) return;
        inside -= 1;
        if (inside <= 0) leave();
      },
      dragover(event: DragEvent) {
        // Without this the browser would open the file in place of the page.
        if (carried(event)) event.preventDefault();
      },
      drop(event: DragEvent) {
        if (!event.dataTransfer || !carried(event)) return;
        event.preventDefault();
        leave();
        onDrop('pool');
        droppedFiles(event.dataTransfer)
          .then((given) => giveFiles(engine, given))
          .catch((cause: unknown) => {
            console.error('What was dropped cannot be read', cause);
            notify('What was dropped could not be read');
          });
      },
    };
    const all = Object.entries(listeners) as [keyof typeof listeners, (event: DragEvent) => void][];
    for (const [type, listener] of all) window.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of all) window.removeEventListener(type, listener);
    };
  }, [engine, onDrop]);
  if (!isOver) return null;
  return (
    <div className={styles.over}>
      <p className="t40">Let go to bring it in</p>
    </div>
  );
}
