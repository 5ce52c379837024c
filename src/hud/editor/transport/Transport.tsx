import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import { PositionRuler } from '../../parts/controls/PositionRuler.tsx';
import { useMedia } from '../../parts/useMedia.ts';
import type { ButtonSize } from '../../system/buttonSize.ts';
import { IconButton } from '../../system/IconButton.tsx';
import { Menu } from '../../system/Menu.tsx';
import { useDraft, useEditorActions } from '../EditorContext.tsx';
import { CommitButton } from '../rings/CommitState.tsx';
import { Master } from './Master.tsx';
import { InputMark, RecordButton, RecordStatus } from './RecordButton.tsx';
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

/** Beginning anew, and a rifff by chance: two buttons, or a menu where they do not fit. */
function MoreButtons({ isDisabled }: { isDisabled: boolean }) {
  const actions = useEditorActions();
  const isTight = useMedia('(max-width: 1279px)');
  const surprise = () => void actions.surprise();
  if (isTight) {
    return (
      <Menu
        label="More"
        align="end"
        trigger={<IconButton icon="more" size="md" variant="outlined" label="More" />}
        items={[
          { id: 'surprise', title: 'Surprise me', icon: 'dice', run: surprise },
          {
            id: 'startOver',
            title: 'Start over',
            icon: 'reset',
            disabled: isDisabled,
            run: actions.startOver,
          },
        ]}
      />
    );
  }
  return (
    <>
      <IconButton
        icon="reset"
        size="md"
        variant="outlined"
        disabled={isDisabled}
        label="Start over"
        onClick={actions.startOver}
      />
      <IconButton icon="dice" size="md" variant="outlined" label="Surprise me" onClick={surprise} />
    </>
  );
}
