import { useMemo, useState } from 'react';
import {
  countVerdicts,
  type Finding,
  type ReportRow,
  reportText,
  type SelfCheck,
} from '../../data/rules/selfTest.ts';
import { notify } from '../../data/stores/ui.ts';
import { usePageTitle } from '../parts/page/page.ts';
import { Button } from '../system/Button.tsx';
import { Table, type TableRow } from '../system/Table.tsx';
import { DeviceCell } from './DeviceCell.tsx';
import { DEVICE_CHECKS, type DeviceCheck } from './deviceChecks.ts';
import { FindingMark } from './FindingMark.tsx';
import styles from './SelfTest.module.css';
import { type SelfTest as State, useSelfTest } from './useSelfTest.ts';

const COLUMNS = [
  { id: 'title', title: 'What', width: '19%' },
  { id: 'verdict', title: 'Verdict', width: '12%' },
  { id: 'found', title: 'Found', width: '28%' },
  { id: 'ms', title: 'Time', isNumber: true, width: '8%' },
  { id: 'meaning', title: 'What it means for Rondo' },
];

const time = (finding: Finding | undefined) =>
  finding?.ms === undefined
    ? ''
    : `${finding.ms < 10 ? finding.ms.toFixed(1) : Math.round(finding.ms)} ms`;

export interface SelfTestGroup {
  title: string;
  checks: readonly SelfCheck[];
}

type Titled = Pick<SelfCheck, 'title' | 'meaning'>;

/** How it went so far, in one line. */
function summary(report: readonly ReportRow[], isRunning: boolean, total: number): string {
  const { passes, fails, absent } = countVerdicts(report);
  if (isRunning) {
    const done = report.slice(0, total).filter(({ finding }) => finding).length;
    return `Running, ${done} of ${total} done`;
  }
  return `${passes} pass, ${fails} fail, ${absent} absent`;
}

/** Cells of one check, in the order of the columns. */
function cellsOf({ title, meaning }: Titled, finding: Finding | undefined, isWaiting: boolean) {
  return [
    title,
    <FindingMark key="mark" finding={finding} isWaiting={isWaiting} />,
    finding?.found ?? '',
    time(finding),
    <span key="meaning" className="muted">
      {meaning}
    </span>,
  ] as const;
}

/** Checks that run by themselves, and those that the browser's user is asked about first. */
function CheckTables({ groups, test }: { groups: readonly SelfTestGroup[]; test: State }) {
  const { findings, isRunning, record } = test;
  const deviceRow = (check: DeviceCheck): TableRow => {
    const finding = findings[check.id];
    const [title, mark, , ms, meaning] = cellsOf(check, finding, false);
    const ask = (
      <DeviceCell
        key="ask"
        check={check}
        finding={finding}
        onFinding={(found) => record(check.id, found)}
      />
    );
    return { id: check.id, cells: [title, mark, ask, ms, meaning] };
  };
  const tables = [
    ...groups.map(({ title, checks }) => ({
      title,
      rows: checks.map((check) => ({
        id: check.id,
        cells: [...cellsOf(check, findings[check.id], isRunning)],
      })),
    })),
    { title: 'Asked first', rows: DEVICE_CHECKS.map(deviceRow) },
  ];
  return tables.map(({ title, rows }) => (
    <section key={title} className={styles.group} aria-label={title}>
      <h2 className="t24">{title}</h2>
      <Table caption={title} columns={COLUMNS} rows={rows} />
    </section>
  ));
}

/** `/test-wasm`: what this browser can do for Rondo, seen for itself. */
export function SelfTest({ groups }: { groups: readonly SelfTestGroup[] }) {
  usePageTitle('Self-test');
  const checks = useMemo(() => groups.flatMap((group) => group.checks), [groups]);
  const test = useSelfTest(checks);
  const { findings, isRunning, rerun } = test;
  const [isReportOpen, setReportOpen] = useState(false);
  const report = [...checks, ...DEVICE_CHECKS].map(({ id, title }) => ({
    title,
    finding: findings[id],
  }));
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
  return (
    <div className={`${styles.page} over`}>
      <header className={styles.head}>
        <h1 className={styles.title}>Self-test</h1>
        <div className={styles.lead}>
          <p className="t18">What this browser can do for Rondo, tried out here and now.</p>
          <p className="muted" role="status">
            {summary(report, isRunning, checks.length)}
          </p>
          <div className={styles.actions}>
            <Button
              size="sm"
              icon="reset"
              aria-disabled={isRunning}
              onClick={() => !isRunning && rerun()}
            >
              Run again
            </Button>
            <Button size="sm" icon="copy" onClick={() => void copy()}>
              Copy report
            </Button>
          </div>
        </div>
      </header>
      <CheckTables groups={groups} test={test} />
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
