import { useState } from 'react';
import { type Finding, runCheck } from '../../data/rules/site/selfTest.ts';
import { Button } from '../system/Button.tsx';
import { Progress } from '../system/Progress.tsx';
import type { DeviceCheck } from './deviceChecks.ts';
import styles from './SelfTest.module.css';

export interface DeviceCellProps {
  check: DeviceCheck;
  finding: Finding | undefined;
  onFinding(finding: Finding): void;
}

/** The permission is asked by a person, who may think for a while. */
const PATIENCE_MS = 120_000;
/** Quietest level on the bar, in decibels. */
const FLOOR_DB = -60;

/** A check that the browser's user is asked about first: its button, its level while it listens, what it found. */
export function DeviceCell({ check, finding, onFinding }: DeviceCellProps) {
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
    <div className={styles.device}>
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
