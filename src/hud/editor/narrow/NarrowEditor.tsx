import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import { draft } from '../../../data/stores/draft.ts';
import { uploads } from '../../../data/stores/uploads.ts';
import { formatCount } from '../../controls/format.ts';
import { CommitHelp } from '../commit/CommitHelp.tsx';
import { useCommitPhase } from '../commit/commitPhase.ts';
import { UploadList } from '../commit/UploadList.tsx';
import { uploadRows } from '../commit/uploadRows.ts';
import { RingsStage } from '../rings/RingsStage.tsx';
import { NarrowBar } from './NarrowBar.tsx';
import styles from './NarrowEditor.module.css';
import { NarrowSheets } from './NarrowSheets.tsx';
import { NarrowSlot } from './NarrowSlot.tsx';
import { SlotChips } from './SlotChips.tsx';

/** The draft in the header of a narrow window. */
export function NarrowDraftState() {
  const { changes, saved, from } = useSnapshot(draft);
  const { load, loadedLoops, totalLoops } = useSnapshot(transport);
  const { phase, words } = useCommitPhase();
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
              ? words.more
              : changes === 0
                ? from
                  ? `from ${from}`
                  : 'a new one'
                : formatCount(changes, 'change')}
      </p>
    </>
  );
  return isDraft ? (
    <div className={styles.draft}>{state}</div>
  ) : (
    <Link to="/jams" className={styles.draft} data-commit-disc="">
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
      {phase === 'refused' && !isSaid && <p>{words.more}</p>}
      <CommitHelp />
    </div>
  );
}

/** Rings, slots as emblems, the selected slot, and five buttons; the rest in sheets. */
export function NarrowEditor({ onOpenPool }: { onOpenPool(): void }) {
  return (
    <div className={styles.editor}>
      <div className={styles.rings}>
        <RingsStage marginPx={19} onOpenPool={onOpenPool} />
      </div>
      <div className={styles.controls}>
        <SlotChips onOpenPool={onOpenPool} />
        <NarrowCommitHelp />
        <UploadList />
        <NarrowSlot />
      </div>
      <NarrowBar onOpenPool={onOpenPool} />
      <NarrowSheets onOpenPool={onOpenPool} />
    </div>
  );
}
