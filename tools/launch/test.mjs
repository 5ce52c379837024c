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
import {
  byFile,
  failedOf,
  merged,
  playwrightAgain,
  readPlaywright,
  readVitest,
  slowest,
  vitestAgain,
} from './secondTries.mjs';
import { ensureBrowsers, ensureImageTools, ensureServers, findChromium } from './servers.mjs';
import { layTemporaryFolder } from './temporaryFolder.mjs';

const args = process.argv.slice(2);
const isLong = args.includes('--long');
const only = args.filter((arg) => !arg.startsWith('-'));

ensureInstalled();
const node = findNode();
const missing = ensureServers(isLong);
const hasBrowser = Boolean(findChromium(isLong));

console.log(`Temporary files: ${layTemporaryFolder(isLong)}`);

const reports = join(root, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const env = { RONDO_LONG: isLong ? '1' : '', NO_COLOR: '1' };
const counts = { passed: 0, failed: 0, skipped: 0 };
const broken = [];
/** Reports of all parts, each with how to try again what failed in it. */
const parts = [];

const VITEST = 'node_modules/vitest/vitest.mjs';
const reportOf = (name) => join(reports, `${name}.json`);
const vitestArgs = (project) => [
  ...['run', '--project', project],
  ...['--reporter=default', '--reporter=./tools/launch/vitestReport.mjs'],
];

/** Takes up what a part wrote, if it came that far. @returns its exit status; 0 where all that failed can be tried again */
function take(name, status, report, again) {
  if (!report) return status || 1;
  parts.push({ name, report, again });
  return report.tests.some(({ state }) => state === 'failed') && report.stray.length === 0
    ? 0
    : status;
}

function takeVitest(project, status) {
  const path = reportOf(`${project}.again`);
  return take(project, status, readVitest(reportOf(project)), async (failed) => {
    const second = [];
    for (const tests of byFile(failed)) {
      const { args, env: examples } = vitestAgain(tests);
      await runTool(node, VITEST, [...vitestArgs(project), ...args], {
        ...env,
        ...examples,
        RONDO_REPORT: path,
      });
      const report = readVitest(path);
      rmSync(path, { force: true });
      second.push(...(report ? report.tests : []));
    }
    return second;
  });
}

const vitestEnv = (project) => ({ ...env, RONDO_REPORT: reportOf(project) });
const vitest = (project) => async () =>
  takeVitest(project, await runTool(node, VITEST, vitestArgs(project), vitestEnv(project)));

/** How long each step took, in ms, in the order in which they ended; one that ran beside another counts from its own start. */
const tookMs = new Map();
const timed = async (name, running) => {
  const began = performance.now();
  const status = await running;
  if (!tookMs.has(name)) tookMs.set(name, performance.now() - began);
  return status;
};

/**
 * A tool beside what is run meanwhile, with what that leaves of the processor. @returns what waits for its end and shows what
 * it said
 */
const beside = (name, script, args, extra, isTalking = false) => {
  const log = join(reports, `${name}.log`);
  const ended = timed(name, startToolBeside(node, script, args, extra, { log, isTalking }));
  return async () => {
    const status = await ended;
    console.log(readFileSync(log, 'utf8'));
    return status;
  };
};
const besideVitest = (project) => {
  const end = beside(project, VITEST, vitestArgs(project), vitestEnv(project), true);
  return async () => takeVitest(project, await end());
};

/** What reads the sources alone: its name, script, arguments and environment. */
const CHECKS = [
  ['lint', 'node_modules/@biomejs/biome/bin/biome', ['check', '.'], env],
  ['notices', 'tools/notices.ts', ['--check'], env],
  // With one thread it checks nothing twice: 25 s of processor time and 2.0 GB, where four checkers take 51 s and 3.9 GB.
  ['types', 'node_modules/typescript/bin/tsc', ['--noEmit', '--singleThreaded'], env],
];
/** Each ends one of those, or the tests of Node: they go on beside everything that waits for sound in real time. */
const ends = new Map();

const soundAndBrowser = async () => {
  for (const [name, ...check] of CHECKS) ends.set(name, beside(name, ...check));
  ends.set('node', besideVitest('node'));
  const endBrowser = besideVitest('browser');
  const status = await timed('sound', vitest('sound')());
  return (await endBrowser()) || status;
};

/**
 * Makes journeys.
 * @param part `beside`, `alone` or all of them, see `tests/e2e/shortSuite.ts`
 * @param data folder of the server, which need not be filled a second time
 */
const journeys = async (part, data) => {
  const name = `e2e${part && `-${part}`}`;
  const run = (args, path, folder) =>
    runTool(node, 'node_modules/@playwright/test/cli.js', ['test', ...args], {
      ...env,
      RONDO_JOURNEYS: part,
      RONDO_E2E_DATA: folder,
      // Where what the tests of Node start finds the same code compiled: `vitest.config.ts`.
      NODE_COMPILE_CACHE: join(tmpdir(), 'rondo-compiled'),
      PLAYWRIGHT_JSON_OUTPUT_FILE: path,
    });
  const status = await run([], reportOf(name), data);
  return take(name, status, readPlaywright(reportOf(name)), async (failed) => {
    const path = reportOf(`${name}.again`);
    // On a server of its own: what the first try left behind is not there.
    const args = playwrightAgain(failed, reportOf(`${name}.failed`));
    await run([...args, `--output=${join(reports, `${name}-again`)}`], path, newFolder());
    const report = readPlaywright(path);
    return report ? report.tests : [];
  });
};

const newFolder = () => mkdtempSync(join(tmpdir(), 'rondo-e2e-'));
/** Folder of the journeys' server, which need not be filled a second time. */
let journeyData;

/** Journeys that measure sound are made one by one, the others two at a time; in the long run all one by one. */
const journeysOf = (part) => async () => {
  await ensureBuilt(node);
  journeyData ??= newFolder();
  return journeys(isLong ? '' : part, journeyData);
};

const allJourneys = async () => {
  const status = await journeysOf('alone')();
  return isLong ? status : (await journeysOf('beside')()) || status;
};

/** A program that tries something by itself, and writes how much of it went well. */
const program = async (name) => {
  const status = await runTool(node, `tests/${name}/main.ts`, [], env);
  const report = reportOf(name);
  if (existsSync(report)) {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    for (const key of Object.keys(counts)) counts[key] += result[key];
  }
  return status;
};

/** Firefox and WebKitGTK, as far as this machine can have them. */
const browsers = async () => {
  await ensureBuilt(node);
  ensureBrowsers();
  return program('browsers');
};

/** The image of the server, as far as this machine can build one. */
const image = () => {
  ensureImageTools();
  return program('image');
};

const oneByOne = [
  ...CHECKS.map(([name, ...check]) => ({ name, run: () => runTool(node, ...check) })),
  { name: 'node', run: vitest('node') },
  { name: 'browser', run: vitest('browser'), needsBrowser: true },
  { name: 'sound', run: vitest('sound'), needsBrowser: true },
  { name: 'e2e', run: allJourneys, needsBrowser: true },
];
/** The long run has half an hour of sound in real time, which nothing may disturb: there it all goes one by one. */
const isTogether = only.length === 0 && hasBrowser && !isLong;
const sideBySide = [
  { name: 'sound and browser', run: soundAndBrowser },
  ...CHECKS.map(([name]) => ({ name, run: () => ends.get(name)() })),
  { name: 'journeys that are heard', run: journeysOf('alone') },
  { name: 'node', run: () => ends.get('node')() },
  { name: 'other journeys', run: journeysOf('beside') },
];

const steps = [
  ...(isTogether ? sideBySide : oneByOne),
  ...(isLong
    ? [
        { name: 'browsers', run: browsers, needsBrowser: true },
        { name: 'image', run: image },
      ]
    : []),
];

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

for (const step of steps) {
  if (only.length > 0 && !only.includes(step.name)) continue;
  if (step.needsBrowser && !hasBrowser) continue;
  console.log(`\n== ${step.name}`);
  const before = parts.length;
  const status = await timed(step.name, step.run());
  const again = parts
    .slice(before)
    .reduce((sum, { report }) => sum + failedOf(report.tests).length, 0);
  const word = status !== 0 ? 'FAILED' : again > 0 ? `${again} to try again` : 'ok';
  console.log(`== ${step.name}: ${word}, ${seconds(tookMs.get(step.name))}`);
  if (status !== 0) broken.push(step.name);
}

/** More than this is no accident, and trying it all again would only take time. */
const MOST_AGAIN = 40;
const toTry = parts.reduce((sum, { report }) => sum + failedOf(report.tests).length, 0);
const isTried = toTry <= MOST_AGAIN;
if (toTry > 0 && isTried) console.log(`\n== second tries, each alone: ${toTry}`);

const secondTries = [];
const failures = [];
const notes = [];
for (const { name, report, again } of parts) {
  const failed = failedOf(report.tests);
  const second = failed.length > 0 && isTried ? await again(failed) : [];
  const result = merged(report.tests, second);
  for (const { state } of result.tests) counts[state]++;
  const named = (test) => ({ ...test, name: `${test.file}: ${test.name ?? 'the file itself'}` });
  secondTries.push(...result.passed.map(named));
  failures.push(...result.failed.map(named), ...report.stray.map((said) => ({ name, said })));
  notes.push(...result.tests.filter(({ state, note }) => state === 'skipped' && note).map(named));
}

const firstLines = (said = '') => said.trim().split('\n').slice(0, 6).join('\n    ');
function list(title, tests, textOf) {
  console.log(`\n${title}: ${tests.length}`);
  for (const test of tests) console.log(`  ${test.name}\n    ${firstLines(textOf(test))}`);
}
for (const sentence of missing) console.log(`\nSkipped: ${sentence}`);
if (notes.length > 0) list('Skipped, and why', notes, ({ note }) => note);
list('Second tries', secondTries, ({ said }) => said);
if (failures.length > 0) list('Failed', failures, ({ said }) => said);
if (!isTried) console.log(`\n${toTry} failed; with more than ${MOST_AGAIN} none is tried again.`);
if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`);
console.log('\nSteps');
for (const [name, ms] of tookMs) console.log(`  ${seconds(ms).padStart(8)}  ${name}`);
const times = parts.flatMap(({ report }) => report.times);
if (times.length > 0) console.log('\nSlowest files');
for (const { file, ms } of slowest(times, 10)) console.log(`  ${seconds(ms).padStart(8)}  ${file}`);
const isBroken = broken.length > 0 || failures.length > 0;
const failed = Math.max(counts.failed, isBroken ? 1 : 0);
console.log(`\n${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped`);
process.exit(isBroken ? 1 : 0);
