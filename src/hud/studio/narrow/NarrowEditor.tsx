import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import { recording } from '../../../audio/state/recording.ts';
import { transport } from '../../../audio/state/transport.ts';
import { draft } from '../../../data/stores/draft.ts';
import { openPanel } from '../../../data/stores/ui.ts';
import { uploads } from '../../../data/stores/uploads.ts';
import { runCommand } from '../../parts/commands/registry.ts';
import { uploadRows, useCommitPhase } from '../../parts/commit/commitPhase.ts';
import { formatCount } from '../../parts/controls/format.ts';
import { IconButton } from '../../system/Button.tsx';
import { CommitHelp, UploadList } from '../rings/CommitState.tsx';
import { RingsStage } from '../rings/RingsStage.tsx';
import { useCollectNote } from '../rings/useCollectNote.ts';
import { InputMark, RecordButton, RecordStatus, recordWords } from '../transport/RecordButton.tsx';
import { LoopToggle, PlayButton } from '../transport/Transport.tsx';
import styles from './Narrow.module.css';
import { NarrowSheets } from './NarrowSheets.tsx';
import { NarrowSlot } from './NarrowSlot.tsx';
import { SlotChips } from './SlotChips.tsx';

/** The draft in the header of a narrow window. */
export function NarrowDraftState() {
  const { changes, saved, from } = useSnapshot(draft);
  const { load, loadedLoops, totalLoops } = useSnapshot(transport);
  const { phase, words, place } = useCommitPhase();
  const { target } = useSnapshot(draft);
  const collectNote = useCollectNote();
  const isDraft = phase === 'draft' || phase === 'empty';
  const isLoading = load === 'loading' && totalLoops > loadedLoops;
  const state = (
    <>
      <h1 className={`${styles.title} truncate`}>{words.title}</h1>
      <p className={`${styles.sub} truncate`} data-saved={saved}>
        {isLoading
          ? `loading ${loadedLoops} of ${totalLoops}`
          : saved === 'failed'
            ? 'not kept yet'
            : !isDraft
              ? [from, words.more].filter(Boolean).join(', ')
              : [
                  target && `to ${place.words}`,
                  changes > 0
                    ? formatCount(changes, 'change')
                    : from
                      ? `from ${from}`
                      : 'a new one',
                  collectNote && 'can be collected',
                ]
                  .filter(Boolean)
                  .join(', ')}
      </p>
    </>
  );
  return isDraft ? (
    <div className="fill">{state}</div>
  ) : (
    <Link to={place.to} className="fill" data-commit-disc="">
      {state}
    </Link>
  );
}

/** Why a commit did not arrive, and what can be done about it; nothing otherwise. */
function NarrowCommitHelp() {
  const { phase, entry, words } = useCommitPhase();
  const { own } = uploadRows(entry?.rifff.loops ?? [], useSnapshot(uploads));
  if (phase !== 'refused' && phase !== 'signIn') return null;
  // A loop that was refused says why in the list below.
  const isSaid = own.some(({ state }) => state === 'failed');
  return (
    <div className={styles.help}>
      {phase === 'refused' && !isSaid && <p className="medium">{words.more}</p>}
      <CommitHelp />
    </div>
  );
}

/** Rings, slots as emblems, the selected slot, and five buttons; the rest in sheets. */
export function NarrowEditor() {
  return (
    <div className={styles.editor}>
      <div className={`growParts ${styles.rings}`}>
        <RingsStage marginPx={19} />
      </div>
      <div className={styles.controls}>
        <SlotChips />
        <NarrowCommitHelp />
        <UploadList />
        <NarrowSlot />
      </div>
      <NarrowBar />
      <NarrowSheets />
    </div>
  );
}

/** Five buttons for the thumb: a loop, recording, play, looping, the mixer. What is recorded stands over them. */
function NarrowBar() {
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
      <div className={styles.barButtons}>
        <IconButton
          icon="plus"
          label="Add a loop"
          size="lg"
          variant="outlined"
          aria-haspopup="dialog"
          onClick={() => runCommand('editor.pool')}
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
