/**
 * Plants faults one after the other and asks the tests: `npm run bench:faults`, with words of files to
 * plant only those. Prints which test caught which. Files are put back, also when it is stopped.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FAULTS, type Fault } from './faults.ts';

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly message?: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

const root = join(import.meta.dirname, '../..');
const report = join(mkdtempSync(join(tmpdir(), 'rondo-faults-')), 'report.json');

/** The tests that are asked now. */
let asked: ChildProcess | null = null;

/** Asks tests with the fault in place. @returns the first that fails, or null */
async function firstFailed(project: string, args: readonly string[]): Promise<string | null> {
  writeFileSync(report, '{"testResults":[]}');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const always = ['--run', '--project', project, '--bail', '1', '--passWithNoTests'];
  const options = [...always, '--reporter=json', `--outputFile=${report}`];
  asked = spawn(process.execPath, [vitest, ...args, ...options], { cwd: root, stdio: 'ignore' });
  await once(asked, 'exit');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    const where = name.replace(`${root}/`, '');
    if (failed) return `${where}: ${failed.fullName.trim()}`;
    if (message && assertionResults.length === 0) return `${where}: does not load`;
  }
  return null;
}

/** @returns the first test that fails with the fault: of its own file, of its folder, of all that reach it; or null */
async function catcherOf(fault: Fault): Promise<string | null> {
  const { file } = fault;
  const project = fault.project ?? 'node';
  const folder = dirname(file);
  const own = file.replace(/\.tsx?$/, '.');
  return (
    // A module for the browser may have tests in Node too.
    (await firstFailed('node', [own])) ??
    (project === 'node' ? null : await firstFailed(project, [own])) ??
    (await firstFailed(project, [`${folder}/`])) ??
    (await firstFailed(project, ['related', file]))
  );
}

const words = process.argv.slice(2);
const wanted = FAULTS.filter(({ file }) => words.every((word) => file.includes(word)));
let held: { readonly path: string; readonly text: string } | null = null;
const putBack = () => held && writeFileSync(held.path, held.text);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    putBack();
    asked?.kill();
    process.exit(1);
  });
}

let caught = 0;
for (const fault of wanted) {
  const path = join(root, fault.file);
  const text = readFileSync(path, 'utf8');
  const shown = `${fault.file}: ${fault.from} → ${fault.to || '(nothing)'}`;
  if (text.split(fault.from).length !== 2) throw new Error(`It does not stand once: ${shown}`);
  held = { path, text };
  try {
    writeFileSync(
      path,
      text.replace(fault.from, () => fault.to),
    );
    const catcher = await catcherOf(fault);
    if (catcher) caught += 1;
    console.log(`${shown}\n  ${catcher ?? 'NOT CAUGHT'}`);
  } finally {
    putBack();
    held = null;
  }
}
console.log(`\n${caught} of ${wanted.length} caught`);
