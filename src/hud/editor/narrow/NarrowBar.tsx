import { openPanel } from '../../../data/stores/ui.ts';
import { IconButton } from '../../system/IconButton.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import { LoopToggle } from '../transport/LoopToggle.tsx';
import { PlayButton } from '../transport/PlayButton.tsx';
import styles from './NarrowBar.module.css';

/** Five buttons for the thumb: a loop, a surprise, play, looping, the mixer. */
export function NarrowBar({ onOpenPool }: { onOpenPool(): void }) {
  const actions = useEditorActions();
  return (
    <section className={styles.bar} aria-label="Transport">
      <IconButton
        icon="plus"
        label="Add a loop"
        size="lg"
        variant="outlined"
        aria-haspopup="dialog"
        onClick={onOpenPool}
      />
      <IconButton
        icon="dice"
        label="Surprise me"
        size="lg"
        variant="outlined"
        onClick={() => void actions.surprise()}
      />
      <PlayButton />
      <LoopToggle size="lg" />
      <IconButton
        icon="sliders"
        label="Mixer and tempo"
        size="lg"
        variant="outlined"
        aria-haspopup="dialog"
        onClick={() => openPanel('mixer')}
      />
    </section>
  );
}
