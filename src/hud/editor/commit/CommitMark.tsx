import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { draft } from '../../../data/stores/draft.ts';
import { RifffDisc } from '../../parts/rings/RifffDisc.tsx';
import styles from './CommitMark.module.css';
import { useCommitPhase } from './commitPhase.ts';

const DISC_PX = 40;

/** The committed rifff at its place in the history, and the way there. */
export function CommitMark() {
  const { rifff } = useSnapshot(draft);
  const { phase } = useCommitPhase();
  return (
    <Link to="/jams" className={styles.mark}>
      <span className={styles.words}>
        <span className={styles.title}>Your jam</span>
        <span className={styles.sub}>
          {phase === 'committed' ? 'the history' : 'not there yet'}
        </span>
      </span>
      <span data-commit-disc="">
        <RifffDisc rifff={rifff as Rifff} sizePx={DISC_PX} isUnsent={phase !== 'committed'} />
      </span>
    </Link>
  );
}
