import { useSnapshot } from 'valtio';
import { transport } from '../../audio/state/transport.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { usedSlots } from '../../data/rules/draft.ts';
import { type UploadsState, uploads } from '../../data/stores/uploads.ts';
import { loadingSentence, rifffCaption } from '../landing/describeRifff.ts';
import { uploadFacts, uploadRows } from '../parts/commit/commitPhase.ts';
import { formatCount } from '../parts/controls/format.ts';
import { type HistoryEntry, originText, timeText } from './historyEntry.ts';
import styles from './JamPage.module.css';

export interface RifffHeadProps {
  entry: HistoryEntry;
  all: readonly HistoryEntry[];
  /** Does the listener's mix differ? */
  isChanged: boolean;
}

/** How far the loops are that go before an unsent rifff; empty when they are all there. */
function uploadText(rifff: Rifff, queues: UploadsState): string {
  const { loops, share } = uploadFacts(uploadRows(rifff.loops, queues));
  return loops > 0 ? `uploading ${formatCount(loops, 'loop')}, ${Math.round(share * 100)} %` : '';
}

/** What is on show: its number, where it came from, how many loops it holds. */
export function RifffHead({ entry, all, isChanged }: RifffHeadProps) {
  const { failedSlots, error } = useSnapshot(transport);
  const queues = useSnapshot(uploads);
  const { rifff, unsent } = entry;
  const onItsWay =
    unsent && unsent.state !== 'refused' ? uploadText(rifff, queues as UploadsState) : '';
  const loops = usedSlots(rifff);
  const trouble = loadingSentence(failedSlots.length, loops, error);
  const origin = [
    timeText(entry.created),
    unsent ? '' : rifff.userName && `by ${rifff.userName}`,
    originText(entry, all),
  ];
  const isRefused = unsent?.state === 'refused';
  const title = isRefused ? 'Not sent' : entry.title;
  return (
    <header className={styles.rifffHead}>
      <div className={styles.rifffName}>
        <h2 className="t24">{title}</h2>
        <p className="muted truncate" role="status">
          {trouble || (isRefused ? unsent.reason : origin.filter(Boolean).join(', '))}
        </p>
      </div>
      <div className={styles.rifffFacts}>
        <p className={styles.loops}>{formatCount(loops, 'loop')}</p>
        <p className="muted">{onItsWay || (isChanged ? 'your own mix' : rifffCaption(rifff))}</p>
      </div>
    </header>
  );
}
