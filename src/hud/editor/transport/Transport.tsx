import { PositionRuler } from '../../controls/PositionRuler.tsx';
import { IconButton } from '../../system/Button.tsx';
import { CommitButton } from '../commit/CommitButton.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import { useDraft } from '../useDraft.ts';
import { InputMark } from './InputMark.tsx';
import { LoopToggle } from './LoopToggle.tsx';
import { Master } from './Master.tsx';
import { MoreButtons } from './MoreButtons.tsx';
import { PlayButton } from './PlayButton.tsx';
import { RecordButton } from './RecordButton.tsx';
import { RecordStatus } from './RecordStatus.tsx';
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
      <InputMark />
      <div className={styles.buttons}>
        <MoreButtons isDisabled={count === 0} />
        <RecordButton />
        <CommitButton size="xl" className={styles.commit} />
      </div>
      <RecordStatus />
    </section>
  );
}
