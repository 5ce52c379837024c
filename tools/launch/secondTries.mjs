// What became of each test of a run, and the second try of those that failed: once, alone, at the end.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** @typedef {{ file: string, name: string | null, state: 'passed' | 'failed' | 'skipped', said?: string, note?: string, id?: string, example?: object }} Test */
/** @typedef {{ file: string, ms: number }} FileTime how long a file took */
/** @typedef {{ tests: Test[], stray: string[], times: FileTime[] }} Report `stray`: faults that belong to no test */

const readJson = (path) => existsSync(path) && JSON.parse(readFileSync(path, 'utf8'));
/** Without the colours of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a colour begins with
const plain = (text) => text.replace(/\u001b\[[\d;]*m/g, '');

const STATES = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' };

/** Tests below `suites` of Playwright's report. One that a broken hook kept from running has failed with it. */
const journeysBelow = (suites = [], above = []) =>
  suites.flatMap(({ file, title, specs = [], suites: inner }) => {
    const names = title === file ? [] : [...above, title];
    const own = specs.flatMap((spec) =>
      spec.tests.map(({ projectName, status, expectedStatus, results, annotations }) => {
        const error = results.flatMap(({ errors }) => errors)[0];
        const ran = status !== 'skipped' || expectedStatus === 'skipped';
        const note = annotations.find(({ type }) => type === 'skip')?.description;
        return {
          id: spec.id,
          file,
          name: [projectName, ...names, spec.title].join(' > '),
          note,
          state: ran ? STATES[status] : 'failed',
          ...((error || !ran) && { said: error ? plain(error.message ?? '') : 'It did not run.' }),
        };
      }),
    );
    return [...own, ...journeysBelow(inner, names)];
  });

/** How long the tests of each file took, in the order in which the files stand. @returns {FileTime[]} */
const timesBelow = (suites = []) =>
  suites.map(({ file, specs = [], suites: inner }) => {
    const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
    const own = results.reduce((sum, { duration }) => sum + duration, 0);
    return { file, ms: timesBelow(inner).reduce((sum, { ms }) => sum + ms, own) };
  });

/** @returns {Report | false} what `vitestReport.mjs` wrote to `path`; false where there is nothing */
export const readVitest = (path) => readJson(path);

/** @returns {Report | false} what Playwright's JSON reporter wrote to `path`; false where there is nothing */
export function readPlaywright(path) {
  const report = readJson(path);
  if (!report) return false;
  const stray = report.errors.map(({ message = '' }) => plain(message));
  return { tests: journeysBelow(report.suites), stray, times: timesBelow(report.suites) };
}

export const failedOf = (tests) => tests.filter(({ state }) => state === 'failed');

/** The `count` files that took longest, the longest first. @param {FileTime[]} times @returns {FileTime[]} */
export const slowest = (times, count) => times.toSorted((a, b) => b.ms - a.ms).slice(0, count);

/**
 * Arguments and environment for a second try by Vitest of what failed in one file: all of the file, for a test may go on where
 * the one before it ended. A property begins with the example that failed.
 * @param {Test[]} failed tests of one file
 */
export function vitestAgain(failed) {
  const examples = failed.filter(({ example }) => example).map((test) => [test.name, test.example]);
  return {
    args: [failed[0].file],
    env: { RONDO_EXAMPLES: JSON.stringify(Object.fromEntries(examples)) },
  };
}

/**
 * Arguments for a second try by Playwright.
 * @param {Test[]} failed
 * @param {string} list path of a file to write, of the kind that Playwright writes of a last run
 */
export function playwrightAgain(failed, list) {
  writeFileSync(
    list,
    JSON.stringify({ status: 'failed', failedTests: failed.map(({ id }) => id) }),
  );
  return ['--last-failed', `--last-failed-file=${list}`, '--workers=1'];
}

/** Tests of a report by file. */
export const byFile = (tests) =>
  [...new Set(tests.map(({ file }) => file))].map((path) =>
    tests.filter(({ file }) => file === path),
  );

/**
 * The report of a first try with what a second one found.
 * @param {Test[]} first
 * @param {Test[]} second of what was tried again, and of others in its files, which keep what they came to at first
 * @returns {{ tests: Test[], passed: Test[], failed: Test[] }} all tests as they ended; those that passed at the second try,
 *   with what the first one said; those that did not pass
 */
export function merged(first, second) {
  const key = ({ file, name, id }) => id ?? `${file} ${name}`;
  const again = new Map(second.map((test) => [key(test), test]));
  const failed = failedOf(first);
  const isRight = (test) =>
    // A file that failed as such, in a hook or an import, is not named when it does not.
    test.name === null
      ? !again.has(key(test)) &&
        second.some(({ file, state }) => file === test.file && state === 'passed')
      : again.get(key(test))?.state === 'passed';
  // What a file's own failure kept from running, or from being known, is told by the second try.
  const files = new Set(failed.filter(({ name }) => name === null).map(({ file }) => file));
  const known = new Set(first.map(key));
  const isTold = (test) =>
    test.state === 'failed' || (test.state === 'skipped' && files.has(test.file));
  const others = second.filter(
    (test) => test.name !== null && files.has(test.file) && !known.has(key(test)),
  );
  const tests = [
    ...first
      .filter(({ name }) => name !== null)
      .map((test) => (isTold(test) && again.get(key(test))) || test),
    ...others,
  ];
  return {
    tests,
    passed: failed.filter(isRight),
    failed: [...failed.filter((test) => !isRight(test)), ...failedOf(others)],
  };
}
