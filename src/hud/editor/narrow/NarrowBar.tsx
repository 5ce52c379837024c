import { useSnapshot } from 'valtio';
import { recording } from '../../../audio/state/recording.ts';
import { openPanel } from '../../../data/stores/ui.ts';
import { IconButton } from '../../system/Button.tsx';
import { InputMark } from '../transport/InputMark.tsx';
import { LoopToggle } from '../transport/LoopToggle.tsx';
import { PlayButton } from '../transport/PlayButton.tsx';
import { RecordButton } from '../transport/RecordButton.tsx';
import { RecordStatus } from '../transport/RecordStatus.tsx';
import { recordWords } from '../transport/recordWords.ts';
import styles from './NarrowBar.module.css';

/** Five buttons for the thumb: a loop, recording, play, looping, the mixer. What is recorded stands over them. */
export function NarrowBar({ onOpenPool }: { onOpenPool(): void }) {
  const state = useSnapshot(recording);
  const { title, more } = recordWords(state);
  return (
    <section className={styles.bar} aria-label="Transport">
      {state.phase !== 'off' && (
        <p className={styles.recording} aria-hidden="true">
          <strong>{title}</strong> {more}
        </p>
      )}
      <InputMark isNarrow />
      <div className={styles.buttons}>
        <IconButton
          icon="plus"
          label="Add a loop"
          size="lg"
          variant="outlined"
          aria-haspopup="dialog"
          onClick={onOpenPool}
        />
        <RecordButton isRound />
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
      </div>
      <RecordStatus />
    </section>
  );
}
