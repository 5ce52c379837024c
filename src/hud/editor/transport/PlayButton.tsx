import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import { IconButton } from '../../system/Button.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import { useDraft } from '../useDraft.ts';

/** Plays and pauses. */
export function PlayButton() {
  const { status } = useSnapshot(transport);
  const { count } = useDraft();
  const actions = useEditorActions();
  const isPlaying = status === 'playing';
  return (
    <IconButton
      icon={isPlaying ? 'pause' : 'play'}
      label={isPlaying ? 'Pause' : 'Play'}
      size="2xl"
      variant="filled"
      aria-disabled={count === 0 || undefined}
      aria-keyshortcuts="Space"
      onClick={actions.togglePlay}
    />
  );
}
