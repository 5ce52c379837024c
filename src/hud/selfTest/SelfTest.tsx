import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  countVerdicts,
  type Finding,
  reportText,
  runCheck,
  type SelfCheck,
  type Verdict,
} from '../../data/rules/site/selfTest.ts';
import { notify } from '../../data/stores/ui.ts';
import pageStyles from '../parts/Page.module.css';
import { usePageTitle } from '../parts/page/page.ts';
import { Button } from '../system/Button.tsx';
import { Icon, type IconName } from '../system/Icon.tsx';
import { Spinner } from '../system/Loading.tsx';
import { Progress } from '../system/Progress.tsx';
import { Table } from '../system/Table.tsx';
import { DEVICE_CHECKS, type DeviceCheck } from './checks.ts';
import styles from './SelfTest.module.css';

const COLUMNS = [
  { id: 'title', title: 'What', width: '19%' },
  { id: 'verdict', title: 'Verdict', width: '12%' },
  { id: 'found', title: 'Found', width: '28%' },
  { id: 'ms', title: 'Time', isNumber: true, width: '8%' },
  { id: 'meaning', title: 'What it means for Rondo' },
];
const MARKS: Readonly<Record<Verdict, readonly [IconName, string]>> = {
  passes: ['check', 'Passes'],
  fails: ['warning', 'Fails'],
  absent: ['minus', 'Absent'],
};
/** The permission is asked by a person, who may think for a while. */
const PATIENCE_MS = 120_000;
/** Quietest level on the bar, in decibels. */
const FLOOR_DB = -60;

/** Runs checks one after the other, so that they do not disturb each other's times. */
function useSelfTest(checks: readonly SelfCheck[]) {
  const [findings, setFindings] = useState<Readonly<Record<string, Finding | undefined>>>({});
  const [isRunning, setRunning] = useState(true);
  const round = useRef(0);
  const record = useCallback((id: string, finding: Finding) => {
    setFindings((before) => ({ ...before, [id]: finding }));
  }, []);
  const rerun = useCallback(async () => {
    const mine = ++round.current;
    setFindings({});
    setRunning(true);
    for (const check of checks) {
      const finding = await runCheck(check);
      if (round.current !== mine) return;
      record(check.id, finding);
    }
    setRunning(false);
  }, [checks, record]);
  useEffect(() => {
    void rerun();
    return () => {
      round.current += 1;
    };
  }, [rerun]);
  return { findings, isRunning, record, rerun };
}

/** How a check went, in a word and a mark. */
function FindingMark({ finding, isWaiting }: { finding?: Finding; isWaiting: boolean }) {
  if (!finding && !isWaiting) return <span className="muted">Not asked</span>;
  const [icon, word] = finding ? MARKS[finding.verdict] : [null, 'Running'];
  const verdict = finding?.verdict;
  const weight = verdict === 'fails' ? 'bold' : verdict === 'passes' ? 'medium' : 'medium muted';
  return (
    <span className={`${weight} ${pageStyles.inside}`} data-verdict={finding?.verdict}>
      {icon ? <Icon name={icon} size={16} /> : <Spinner size={16} />}
      {word}
    </span>
  );
}

interface DeviceCellProps {
  check: DeviceCheck;
  finding: Finding | undefined;
  onFinding(finding: Finding): void;
}

/** A check that the browser's user is asked about first: its button, its level while it listens, what it found. */
function DeviceCell({ check, finding, onFinding }: DeviceCellProps) {
  const [levelDb, setLevelDb] = useState<number | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    const found = await runCheck({ ...check, run: () => check.run(setLevelDb) }, PATIENCE_MS);
    setLevelDb(null);
    setAsking(false);
    onFinding(found);
  };
  return (
    <div className={`grid gap8 ${styles.device}`}>
      {finding && <span>{finding.found}</span>}
      {levelDb !== null && (
        <Progress
          label="Level"
          value={1 - Math.max(FLOOR_DB, levelDb) / FLOOR_DB}
          text={`${levelDb.toFixed(0).replace('-', '−')} dB`}
        />
      )}
      <Button
        size="xs"
        aria-disabled={isAsking}
        aria-label={`${check.ask}: ${check.title}`}
        onClick={() => !isAsking && void ask()}
      >
        {isAsking ? 'Asking…' : finding ? `${check.ask} again` : check.ask}
      </Button>
    </div>
  );
}

const timeText = ({ ms }: Finding) =>
  ms === undefined ? '' : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

interface SelfTestProps {
  groups: readonly { title: string; checks: readonly SelfCheck[] }[];
}

/** `/test-wasm`: what this browser can do for Rondo, seen for itself. */
export function SelfTest({ groups }: SelfTestProps) {
  usePageTitle('Self-test');
  const checks = useMemo(() => groups.flatMap((group) => group.checks), [groups]);
  const { findings, isRunning, record, rerun } = useSelfTest(checks);
  const [isReportOpen, setReportOpen] = useState(false);
  const report = [...checks, ...DEVICE_CHECKS].map(({ id, title }) => ({
    title,
    finding: findings[id],
  }));
  const { passes, fails, absent } = countVerdicts(report);
  const done = checks.filter(({ id }) => findings[id]).length;
  const text = reportText(navigator.userAgent, report);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify('Report copied');
    } catch {
      setReportOpen(true);
      notify('This browser does not let pages copy. The report stands below.');
    }
  };
  const rowOf = (check: SelfCheck | DeviceCheck) => {
    const { id, title, meaning } = check;
    const finding = findings[id];
    const isDevice = 'ask' in check;
    const found = isDevice ? (
      <DeviceCell check={check} finding={finding} onFinding={(one) => record(id, one)} />
    ) : (
      finding?.found
    );
    const mark = <FindingMark finding={finding} isWaiting={isRunning && !isDevice} />;
    const means = <span className="muted">{meaning}</span>;
    return { id, cells: [title, mark, found, finding && timeText(finding), means] };
  };
  return (
    <div className={`${styles.page} over`}>
      <header className={styles.head}>
        <h1 className="huge">Self-test</h1>
        <div className={`grid gap8 ${pageStyles.control}`}>
          <p className="t18">What this browser can do for Rondo, tried out here and now.</p>
          <p className="muted" role="status">
            {isRunning
              ? `Running, ${done} of ${checks.length} done`
              : `${passes} pass, ${fails} fail, ${absent} absent`}
          </p>
          <div className={styles.actions}>
            <Button
              size="sm"
              icon="reset"
              aria-disabled={isRunning}
              onClick={() => !isRunning && void rerun()}
            >
              Run again
            </Button>
            <Button size="sm" icon="copy" onClick={() => void copy()}>
              Copy report
            </Button>
          </div>
        </div>
      </header>
      {[...groups, { title: 'Asked first', checks: DEVICE_CHECKS }].map((group) => (
        <section key={group.title} className={`grid gap8 ${styles.group}`} aria-label={group.title}>
          <h2 className="t24">{group.title}</h2>
          <Table caption={group.title} columns={COLUMNS} rows={group.checks.map(rowOf)} />
        </section>
      ))}
      <details
        className={styles.report}
        open={isReportOpen}
        onToggle={(event) => setReportOpen(event.currentTarget.open)}
      >
        <summary>The report as text</summary>
        <pre>{text}</pre>
      </details>
    </div>
  );
}
