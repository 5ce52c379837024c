import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as tries from '../../tools/launch/secondTries.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rondo-planted-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const noted = () => readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');

/** Runs a tool on the planted faults, as the launcher does. */
function run(script: string, args: readonly string[], env: Record<string, string>): void {
  const planted = { PLANTED_LOG: join(folder, 'log'), PLANTED_OUTPUT: join(folder, 'output') };
  const { VITEST: _, ...own } = process.env;
  const options = { env: { ...own, ...env, ...planted }, encoding: 'utf8' } as const;
  spawnSync(process.execPath, [script, ...args], options);
}

/** That a report knows how long a file took. */
const timed = ({ file, ms }: tries.FileTime) => `${basename(file)} took ${ms > 0 ? '' : 'no '}time`;

/** Names of what passed at the second try, with what the first one said, and of what did not pass. */
const said = (first: tries.Test[], second: tries.Test[]) => {
  const { tests, passed, failed } = tries.merged(first, second);
  return {
    passed: passed.map(
      ({ file, name, said: why = '' }) => `${name ?? file}: ${why.split('\n')[0]}`,
    ),
    failed: failed.map(({ name }) => name),
    counts: ['passed', 'failed', 'skipped'].map(
      (s) => tests.filter(({ state }) => state === s).length,
    ),
    notes: tests.flatMap(({ note }) => note ?? []),
  };
};

it('tries again what failed in Vitest, alone; a property begins with what failed', () => {
  const path = join(folder, 'report.json');
  let times: tries.FileTime[] = [];
  const vitest = (args: string[] = [], env = {}) => {
    const config = 'tests/secondTries/planted/vitest.config.ts';
    const all = ['run', '--config', config, '--reporter=./tools/launch/vitestReport.mjs', ...args];
    run('node_modules/vitest/vitest.mjs', all, { RONDO_REPORT: path, ...env });
    const report = tries.readVitest(path);
    if (!report) throw new Error('no report');
    times = report.times;
    return report.tests;
  };
  const first = vitest();
  expect(times.map(timed).sort()).toEqual(['hook.ts took time', 'tests.ts took time']);
  const before = noted();
  const second = tries.byFile(tries.failedOf(first)).flatMap((failed) => {
    const { args, env } = tries.vitestAgain(failed);
    return vitest(args, env);
  });
  const { passed, ...rest } = said(first, second);
  expect(passed.sort()).toEqual([
    'planted > fails once (a+b): expected 1 to be 2 // Object.is equality',
    expect.stringMatching(/^planted > has properties: Property failed after \d+ tests/),
    expect.stringContaining('hook.ts: expected'),
  ]);
  expect(rest).toEqual({
    failed: ['planted > fails twice', 'in real time > fails in a fair one'],
    // The property, what failed once, what passed at once, what waited for its hook.
    counts: [4, 2, 2],
    notes: [
      'not measured: the machine stood still for 300 ms',
      expect.stringMatching(
        /^not measured: the machine stood still for -?\d+, -?\d+, -?\d+, -?\d+ ms$/,
      ),
    ],
  });
  const after = noted().slice(before.length);
  // Four windows where none is fair, one where it is.
  expect(before.filter((line) => line === 'window')).toHaveLength(5);
  const firstFailed = before.find((line) => line.startsWith('property failed at'));
  expect(after).toContain(`begins with ${firstFailed?.split(' ').at(-1)}`);
  // Each file once; what passed stays so.
  expect(after.filter((line) => ['passes', 'once', 'twice', 'hook'].includes(line))).toHaveLength(
    4,
  );
  expect(after).toContain('tried 100');
});

it('tries again what failed in Playwright, alone', () => {
  const path = join(folder, 'journeys.json');
  let times: tries.FileTime[] = [];
  const journeys = (args: string[] = []) => {
    const config = ['test', '--config', 'tests/secondTries/planted/playwright.config.ts'];
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: path };
    run('node_modules/@playwright/test/cli.js', [...config, ...args], env);
    const report = tries.readPlaywright(path);
    if (!report) throw new Error('no report');
    times = report.times;
    return report.tests;
  };
  const first = journeys();
  expect(times.map(timed)).toEqual(['journeys.ts took time']);
  const before = noted();
  const second = journeys(tries.playwrightAgain(tries.failedOf(first), join(folder, 'failed')));
  expect(said(first, second)).toEqual({
    passed: [
      'wide > has to be the try 2: Error: expect(received).toBe(expected) // Object.is equality',
      'wide > behind a hook > waits for it: Error: expect(received).toBe(expected) // Object.is equality',
      'wide > behind a hook > waits as well: It did not run.',
    ],
    failed: ['wide > has to be the try 0'],
    counts: [4, 1, 1],
    notes: ['not measured: the machine stood still for 300 ms'],
  });
  const after = noted().slice(before.length);
  expect(after.sort()).toEqual(['hook', 'try 0', 'try 2', 'waits', 'waits too']);
});

it('names the files that took longest', () => {
  const times = [2, 5, 1, 4].map((ms) => ({ file: `${ms}.ts`, ms }));
  expect(tries.slowest(times, 2).map(({ file }) => file)).toEqual(['5.ts', '4.ts']);
});
