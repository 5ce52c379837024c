import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import { listening } from '../../../data/stores/listening.ts';
import { CommandButton } from '../../parts/commands/CommandButton.tsx';
import { useCommand } from '../../parts/commands/registry.ts';
import { PositionRuler } from '../../parts/controls/PositionRuler.tsx';
import { LaterMenu } from '../../parts/page/LaterMenu.tsx';
import { useMedia } from '../../parts/useMedia.ts';
import type { ButtonSize } from '../../system/Button.tsx';
import { IconButton } from '../../system/Button.tsx';
import { useDraft } from '../EditorContext.tsx';
import { CommitButton } from '../rings/CommitState.tsx';
import { Master } from './Master.tsx';
import { InputMark, RecordButton, RecordStatus } from './RecordButton.tsx';
import { TempoTable } from './TempoTable.tsx';
import styles from './Transport.module.css';

/** The foot of the editor: play, where the sound is, how fast, how loud. */
export function Transport() {
  const { bars, rifff } = useDraft();
  // What the commands below ask for whether they can be run.
  useSnapshot(transport);
  return (
    <section className={styles.transport} aria-label="Transport">
      <PlayButton />
      <div className={`flex gap4 ${styles.icons}`}>
        <CommandButton command="editor.skipBack" icon="skipBack" />
        <CommandButton command="editor.toStart" icon="toStart" className="mediumAway" />
        <LoopToggle size="sm" />
        <CommandButton command="editor.skipForward" icon="skipForward" />
      </div>
      <PositionRuler bars={bars} rifff={rifff} className={styles.ruler} />
      <div className={styles.tempo}>
        <TempoTable />
      </div>
      <div className={styles.master}>
        <Master />
      </div>
      <InputMark />
      <div className="row gap8">
        <MoreButtons />
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
  const { hears } = useSnapshot(listening);
  const { count } = useDraft();
  const isPlaying = status === 'playing';
  return (
    <CommandButton
      command="editor.play"
      icon={isPlaying ? 'pause' : 'play'}
      label={isPlaying ? 'Pause' : 'Play'}
      size="2xl"
      variant="filled"
      aria-disabled={(hears === 'draft' && count === 0) || undefined}
    />
  );
}

/** Round and round, or once. On is an outline of paper: play stays the one filled disc. */
export function LoopToggle({ size }: { size: ButtonSize }) {
  const { isLooping } = useSnapshot(transport);
  return (
    <CommandButton
      command="editor.loop"
      icon="loop"
      size={size}
      variant="outlined"
      pressed={isLooping}
      className={styles.loop}
    />
  );
}

/**
 * Beginning anew, and a rifff by chance: two buttons, or a menu where they do not fit, which has the way to the start
 * too.
 */
function MoreButtons() {
  // What is asked for whether the commands can be run.
  useDraft();
  useSnapshot(transport);
  const startOver = useCommand('editor.startOver');
  const surprise = useCommand('editor.surprise');
  const toStart = useCommand('editor.toStart');
  const isTight = useMedia('(width < 1440px)');
  if (!isTight) {
    return (
      <>
        <CommandButton command="editor.startOver" icon="reset" size="md" variant="outlined" />
        <CommandButton command="editor.surprise" icon="dice" size="md" variant="outlined" />
      </>
    );
  }
  return (
    <LaterMenu
      label="More"
      align="end"
      trigger={<IconButton icon="more" size="md" variant="outlined" label="More" />}
      items={[
        {
          id: 'toStart',
          title: toStart.title,
          icon: 'toStart',
          disabled: !toStart.isEnabled,
          run: toStart.run,
        },
        { id: 'surprise', title: surprise.title, icon: 'dice', run: surprise.run },
        {
          id: 'startOver',
          title: startOver.title,
          icon: 'reset',
          disabled: !startOver.isEnabled,
          run: startOver.run,
        },
      ]}
    />
  );
}
