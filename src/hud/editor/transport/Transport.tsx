import { PositionRuler } from '../../controls/PositionRuler.tsx';
import { Button } from '../../system/Button.tsx';
import { IconButton } from '../../system/IconButton.tsx';
import { CommitButton } from '../commit/CommitButton.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import { useDraft } from '../useDraft.ts';
import { LoopToggle } from './LoopToggle.tsx';
import { Master } from './Master.tsx';
import { PlayButton } from './PlayButton.tsx';
import { TempoTable } from './TempoTable.tsx';
import styles from './Transport.module.css';

/** The foot of the editor: play, where the sound is, how fast, how loud. */
export function Transport() {
  const { count, bars } = useDraft();
  const actions = useEditorActions();
  return (
    <section className={styles.transport} aria-label="Transport">
      <PlayButton />
      <div className={styles.icons}>
        <IconButton
          icon="skipBack"
          size="sm"
          label="Stop, to the start"
          onClick={actions.toStart}
        />
        <LoopToggle size="sm" />
      </div>
      <PositionRuler bars={bars} className={styles.ruler} />
      <div className={styles.tempo}>
        <TempoTable />
      </div>
      <div className={styles.master}>
        <Master />
      </div>
      <div className={styles.buttons}>
        <Button
          size="lg"
          icon="reset"
          className={styles.again}
          disabled={count === 0}
          title="Start over"
          aria-label="Start over"
          onClick={actions.startOver}
        >
          Start over
        </Button>
        <Button size="lg" className={styles.surprise} onClick={() => void actions.surprise()}>
          Surprise me
        </Button>
        <CommitButton size="xl" className={styles.commit} />
      </div>
    </section>
  );
}
