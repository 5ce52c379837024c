// `npm test`: installs what the tests need and runs them; `--long` adds the long suites.
// `npm test -- node e2e` runs only the named steps.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ensureBuilt,
  ensureInstalled,
  findNode,
  root,
  runTool,
  startToolBeside,
} from './common.mjs';
import { ensureBrowsers, ensureServers, findChromium } from './servers.mjs';

const args = process.argv.slice(2);
const isLong = args.includes('--long');
const only = args.filter((arg) => !arg.startsWith('-'));

ensureInstalled();
const node = findNode();
const missing = ensureServers();
const hasBrowser = Boolean(findChromium());

const reports = join(root, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const env = { CI: process.env.CI ?? '', RONDO_LONG: isLong ? '1' : '', NO_COLOR: '1' };
const counts = { passed: 0, failed: 0, skipped: 0 };
const broken = [];
/** Names of tests that passed, but not at once. */
const secondTries = [];

const vitestArgs = (project) => [
  'run',
  '--project',
  project,
  '--reporter=default',
  '--reporter=json',
  '--reporter=./tools/launch/secondTries.mjs',
  `--outputFile.json=${join(reports, `${project}.json`)}`,
];
const VITEST = 'node_modules/vitest/vitest.mjs';

/** Where a run of Vitest writes what needed a second try. */
const triesOf = (project) => join(reports, `${project}.tries.json`);
const vitestEnv = (project) => ({ ...env, RONDO_SECOND_TRIES: triesOf(project) });

function countVitest(project) {
  const report = join(reports, `${project}.json`);
  if (existsSync(triesOf(project)))
    secondTries.push(...JSON.parse(readFileSync(triesOf(project), 'utf8')));
  if (!existsSync(report)) return;
  const result = JSON.parse(readFileSync(report, 'utf8'));
  counts.passed += result.numPassedTests;
  counts.failed += result.numFailedTests;
  counts.skipped += result.numPendingTests + (result.numTodoTests ?? 0);
}

const vitest = (project) => () => {
  const status = runTool(node, VITEST, vitestArgs(project), vitestEnv(project));
  countVitest(project);
  return status;
};

/**
 * A share of the tests beside what is run meanwhile, with what that leaves of the processor. @returns what waits for its
 * end, shows what it said and counts it
 */
const besideVitest = (project) => {
  const log = join(reports, `${project}.log`);
  const ended = startToolBeside(node, VITEST, vitestArgs(project), vitestEnv(project), log);
  return async () => {
    const status = await ended;
    console.log(readFileSync(log, 'utf8'));
    countVitest(project);
    return status;
  };
};

/** Ends the tests of Node, which go on beside everything that waits for sound in real time. */
let endNode;

const soundAndBrowser = async () => {
  endNode = besideVitest('node');
  const endBrowser = besideVitest('browser');
  const status = vitest('sound')();
  return (await endBrowser()) || status;
};

/** Titles of the journeys below `suites` that passed at a second try. */
const flakyOf = (suites = []) =>
  suites.flatMap(({ file, suites: inner, specs = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => `${file}: ${title}`),
    ...flakyOf(inner),
  ]);

/**
 * Makes journeys.
 * @param part `beside`, `alone` or all of them, see `tests/e2e/shortSuite.ts`
 * @param data folder of the server, which need not be filled a second time
 */
const journeys = (part, data) => {
  const report = join(reports, `e2e${part && `-${part}`}.json`);
  const status = runTool(node, 'node_modules/@playwright/test/cli.js', ['test'], {
    ...env,
    RONDO_JOURNEYS: part,
    RONDO_E2E_DATA: data,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  if (existsSync(report)) {
    const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'));
    secondTries.push(...flakyOf(suites));
    counts.passed += stats.expected + stats.flaky;
    counts.failed += stats.unexpected;
    counts.skipped += stats.skipped;
  }
  return status;
};

/** Folder of the journeys' server, which need not be filled a second time. */
let journeyData;

/** Journeys that measure sound are made one by one, the others two at a time; in the long run all one by one. */
const journeysOf = (part) => () => {
  ensureBuilt(node);
  journeyData ??= mkdtempSync(join(tmpdir(), 'rondo-e2e-'));
  return journeys(isLong ? '' : part, journeyData);
};

const allJourneys = () => {
  const status = journeysOf('alone')();
  return isLong ? status : journeysOf('beside')() || status;
};

/** Firefox and WebKitGTK, as far as this machine can have them. */
const browsers = () => {
  ensureBuilt(node);
  ensureBrowsers();
  const status = runTool(node, 'tests/browsers/main.ts', [], env);
  const report = join(reports, 'browsers.json');
  if (existsSync(report)) {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    for (const key of Object.keys(counts)) counts[key] += result[key];
  }
  return status;
};

const checks = [
  { name: 'types', run: () => runTool(node, 'node_modules/typescript/bin/tsc', ['--noEmit']) },
  {
    name: 'lint',
    run: () => runTool(node, 'node_modules/@biomejs/biome/bin/biome', ['check', '.']),
  },
  { name: 'notices', run: () => runTool(node, 'tools/notices.ts', ['--check']) },
];
const oneByOne = [
  { name: 'node', run: vitest('node') },
  { name: 'browser', run: vitest('browser'), needsBrowser: true },
  { name: 'sound', run: vitest('sound'), needsBrowser: true },
  { name: 'e2e', run: allJourneys, needsBrowser: true },
];
/** The long run has half an hour of sound in real time, which nothing may disturb: there it all goes one by one. */
const isTogether = only.length === 0 && hasBrowser && !isLong;
const sideBySide = [
  { name: 'sound and browser', run: soundAndBrowser },
  { name: 'journeys that are heard', run: journeysOf('alone') },
  { name: 'node', run: () => endNode() },
  { name: 'other journeys', run: journeysOf('beside') },
];

const steps = [
  ...checks,
  ...(isTogether ? sideBySide : oneByOne),
  ...(isLong ? [{ name: 'browsers', run: browsers, needsBrowser: true }] : []),
];

for (const step of steps) {
  if (only.length > 0 && !only.includes(step.name)) continue;
  if (step.needsBrowser && !hasBrowser) continue;
  const began = Date.now();
  console.log(`\n== ${step.name}`);
  const status = await step.run();
  console.log(
    `== ${step.name}: ${status === 0 ? 'ok' : 'FAILED'}, ${((Date.now() - began) / 1000).toFixed(1)} s`,
  );
  if (status !== 0) broken.push(step.name);
}

for (const sentence of missing) console.log(`\nSkipped: ${sentence}`);
if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`);
const failed = Math.max(counts.failed, broken.length > 0 ? 1 : 0);
console.log(`\nSecond tries: ${secondTries.length}`);
for (const name of secondTries) console.log(`  ${name}`);
console.log(`\n${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped`);
process.exit(broken.length > 0 ? 1 : 0);
