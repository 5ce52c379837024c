import type { Finding, Verdict } from '../../data/rules/selfTest.ts';
import type { IconName } from '../system/Icon.tsx';
import { Icon } from '../system/Icon.tsx';
import { Spinner } from '../system/Loading.tsx';
import styles from './SelfTest.module.css';

const MARKS: Readonly<Record<Verdict, readonly [IconName, string]>> = {
  passes: ['check', 'Passes'],
  fails: ['warning', 'Fails'],
  absent: ['minus', 'Absent'],
};

/** How a check went, in a word and a mark. */
export function FindingMark({ finding, isWaiting }: { finding?: Finding; isWaiting: boolean }) {
  if (!finding && !isWaiting) return <span className="muted">Not asked</span>;
  const [icon, word] = finding ? MARKS[finding.verdict] : [null, 'Running'];
  return (
    <span className={styles.mark} data-verdict={finding?.verdict}>
      {icon ? <Icon name={icon} size={16} /> : <Spinner size={16} />}
      {word}
    </span>
  );
}
