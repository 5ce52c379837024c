import { useCallback, useEffect, useRef, useState } from 'react';
import { type Finding, runCheck, type SelfCheck } from '../../data/rules/site/selfTest.ts';

export interface SelfTest {
  /** By the id of the check. */
  findings: Readonly<Record<string, Finding | undefined>>;
  isRunning: boolean;
  /** Takes what was found by hand. */
  record(id: string, finding: Finding): void;
  rerun(): void;
}

/** Runs checks one after the other, so that they do not disturb each other's times. */
export function useSelfTest(checks: readonly SelfCheck[]): SelfTest {
  const [findings, setFindings] = useState<SelfTest['findings']>({});
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
  return { findings, isRunning, record, rerun: () => void rerun() };
}
