/**
 * `npm run figures [-- NAME…]`: runs the benches, or those of these names, one after the other and writes what they
 * measure into docs/figures.md. The page is written after each bench, and rows of others stay as they are. All of them
 * take hours; nothing else should run meanwhile. `-- --table` writes the page anew without measuring.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { BARS, type BarId, type BenchName, barOf } from '../bars.ts';
import { isBench, readTable, writeTable } from './table.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = join(ROOT, 'docs/figures.md');

const git = (...asked: string[]) =>
  execFileSync('git', asked, { cwd: ROOT, encoding: 'utf8' }).trim();

/** The commit that is measured, with a `+` where files differ from it, docs aside. */
function commitNow(): string {
  const isChanged = git('status', '--porcelain', '--', '.', ':!docs') !== '';
  return `${git('rev-parse', '--short=8', 'HEAD')}${isChanged ? '+' : ''}`;
}

const machineNow = () => `${cpus().length} × ${cpus()[0]?.model.trim() || process.arch}`;

/** What follows the launcher in the script of a bench. */
function commandOf(bench: BenchName): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  return (scripts[`bench:${bench}`] ?? '').split(' ').slice(2);
}

/** Runs a bench to its end. @returns its figures as far as they came, and how it ended */
async function run(bench: BenchName): Promise<{ figures: [BarId, number][]; status: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'rondo-figures-'));
  const path = join(folder, 'figures.jsonl');
  try {
    const status = await new Promise<number>((resolve) => {
      const child = spawn(process.execPath, commandOf(bench), {
        cwd: ROOT,
        stdio: 'inherit',
        env: { ...process.env, RONDO_FIGURES: path },
      });
      child.once('error', () => resolve(1));
      child.once('exit', (code) => resolve(code ?? 1));
    });
    const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
    const figures = lines.filter(Boolean).map((text): [BarId, number] => {
      const { id, value } = JSON.parse(text) as { id: BarId; value: number | null };
      return [id, value ?? Number.NaN];
    });
    return { figures, status };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures one bench and writes the page. @returns what is to be said of it at the end */
async function renew(bench: BenchName): Promise<string | null> {
  console.log(`\n== ${bench}`);
  const about = { commit: commitNow(), machine: machineNow() };
  const { figures, status } = await run(bench);
  const rows = new Map(readTable(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''));
  for (const [id, value] of figures) rows.set(barOf(id).what, { value, ...about });
  writeFileSync(PAGE, writeTable(rows));
  const missing = Object.keys(BARS[bench]).filter((id) => !figures.some(([told]) => told === id));
  if (missing.length === 0) return null;
  return `${bench} ended with ${status} and did not tell: ${missing.join(', ')}`;
}

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const unknown = words.filter((word) => !isBench(word));
if (unknown.length > 0) {
  console.error(
    `There is no bench called ${unknown.join(', ')}. There are: ${Object.keys(BARS).join(', ')}`,
  );
  process.exit(2);
}
if (process.argv.includes('--table')) {
  writeFileSync(PAGE, writeTable(readTable(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '')));
  process.exit(0);
}
const wanted = words.length > 0 ? words.filter(isBench) : (Object.keys(BARS) as BenchName[]);
const faults: string[] = [];
for (const bench of wanted) {
  const fault = await renew(bench);
  if (fault) faults.push(fault);
}
console.log(`\nWritten to ${PAGE}`);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
