import { useMemo } from 'react';
import {
  countVerdicts,
  type Finding,
  reportText,
  type SelfCheck,
} from '../../data/rules/selfTest.ts';
import { notify } from '../../data/stores/ui.ts';
import { usePageTitle } from '../shell/usePageTitle.ts';
import { Button } from '../system/Button.tsx';
import { Table, type TableRow } from '../system/Table.tsx';
import { DeviceCell } from './DeviceCell.tsx';
import { DEVICE_CHECKS } from './deviceChecks.ts';
import { FindingMark } from './FindingMark.tsx';
import styles from './SelfTest.module.css';
import { useSelfTest } from './useSelfTest.ts';

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

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify('Report copied');
  } catch {
    notify('This browser does not let pages copy. The report is below.');
  }
}

/** `/test-wasm`: what this browser can do for Rondo, seen for itself. */
export function SelfTest({ groups }: { groups: readonly SelfTestGroup[] }) {
  usePageTitle('Self-test');
  const checks = useMemo(() => groups.flatMap((group) => group.checks), [groups]);
  const { findings, isRunning, record, rerun } = useSelfTest(checks);
  const report = [...checks, ...DEVICE_CHECKS].map(({ id, title }) => ({
    title,
    finding: findings[id],
  }));
  const text = reportText(navigator.userAgent, report);
  const { passes, fails, absent } = countVerdicts(report);
  const rowOf = ({ id, title, meaning }: SelfCheck): TableRow => {
    const finding = findings[id];
    return {
      id,
      cells: [
        title,
        <FindingMark key="mark" finding={finding} isWaiting={isRunning} />,
        finding?.found ?? '',
        time(finding),
        <span key="meaning" className="muted">
          {meaning}
        </span>,
      ],
    };
  };
  return (
    <div className={`${styles.page} over`}>
      <header className={styles.head}>
        <h1 className={styles.title}>Self-test</h1>
        <div className={styles.lead}>
          <p className="t18">What this browser can do for Rondo, tried out here and now.</p>
          <p className="muted" role="status">
            {isRunning
              ? `Running, ${checks.filter(({ id }) => findings[id]).length} of ${checks.length} done`
              : `${passes} pass, ${fails} fail, ${absent} absent`}
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
            <Button size="sm" icon="copy" onClick={() => void copy(text)}>
              Copy report
            </Button>
          </div>
        </div>
      </header>
      {groups.map((group) => (
        <section key={group.title} className={styles.group} aria-label={group.title}>
          <h2 className="t24">{group.title}</h2>
          <Table caption={group.title} columns={COLUMNS} rows={group.checks.map(rowOf)} />
        </section>
      ))}
      <section className={styles.group} aria-label="Asked first">
        <h2 className="t24">Asked first</h2>
        <Table
          caption="Asked first"
          columns={COLUMNS}
          rows={DEVICE_CHECKS.map((check) => {
            const row = rowOf({ ...check, run: async () => ({ verdict: 'absent', found: '' }) });
            const [title, , , ms, meaning] = row.cells;
            const finding = findings[check.id];
            const cell = (
              <DeviceCell
                key="ask"
                check={check}
                finding={finding}
                onFinding={(found) => record(check.id, found)}
              />
            );
            const mark = <FindingMark key="mark" finding={finding} isWaiting={false} />;
            return { id: check.id, cells: [title, mark, cell, ms, meaning] };
          })}
        />
      </section>
      <details className={styles.report}>
        <summary>The report as text</summary>
        <pre>{text}</pre>
      </details>
    </div>
  );
}
