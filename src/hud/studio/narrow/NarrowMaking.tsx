import { useSnapshot } from 'valtio';
import { uploads } from '../../../data/stores/uploads.ts';
import { uploadRows, useCommitPhase } from '../../parts/commit/commitPhase.ts';
import { CommitHelp, UploadList } from '../rings/CommitState.tsx';
import styles from './Narrow.module.css';
import { NarrowSlot } from './NarrowSlot.tsx';
import { SlotChips } from './SlotChips.tsx';

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

/** Under the rings of a narrow window: the slots as emblems, what keeps a commit, and the selected slot. */
export function NarrowMaking() {
  return (
    <>
      <SlotChips />
      <NarrowCommitHelp />
      <UploadList />
      <NarrowSlot />
    </>
  );
}
