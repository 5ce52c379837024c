import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import type { ButtonSize } from '../../system/Button.tsx';
import { IconButton } from '../../system/Button.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import styles from './LoopToggle.module.css';

/** Round and round, or once. On is an outline of paper: play stays the one filled disc. */
export function LoopToggle({ size }: { size: ButtonSize }) {
  const { isLooping } = useSnapshot(transport);
  const actions = useEditorActions();
  return (
    <IconButton
      icon="loop"
      label="Loop"
      size={size}
      variant="outlined"
      pressed={isLooping}
      className={styles.loop}
      aria-keyshortcuts="L"
      onClick={actions.toggleLooping}
    />
  );
}
