import { expect, test } from 'vitest';
import { countVerdicts, type Finding, reportText, runCheck } from './selfTest.ts';

const check = (run: () => Promise<Finding>) => ({ id: 'a', title: 'A', meaning: '', run });

test('a check that throws or never answers has failed', async () => {
  const thrown = await runCheck(check(() => Promise.reject(new Error('no such codec'))));
  expect(thrown).toEqual({ verdict: 'fails', found: 'no such codec' });
  const silent = await runCheck(
    check(() => new Promise(() => {})),
    20,
  );
  expect(silent.verdict).toBe('fails');
  const fine = await runCheck(check(async () => ({ verdict: 'passes', found: '48 000 Hz' })));
  expect(fine.verdict).toBe('passes');
});

test('the report has a line for every row and says what was not run', () => {
  const rows = [
    { title: 'FLAC', finding: { verdict: 'passes' as const, found: '4800 frames', ms: 3.4 } },
    { title: 'MIDI', finding: { verdict: 'absent' as const, found: 'not in this browser' } },
    { title: 'Microphone', finding: undefined },
  ];
  expect(reportText('Test 1', rows).split('\n')).toEqual([
    'Browser: Test 1',
    'passes   FLAC: 4800 frames, 3 ms',
    'absent   MIDI: not in this browser',
    'not run  Microphone',
  ]);
  expect(countVerdicts(rows)).toEqual({ passes: 1, fails: 0, absent: 1 });
});
