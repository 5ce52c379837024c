/**
 * Plays the missions of many seeds with players of different kinds, and prints what their scores come to. `npm run
 * arcade:balance -- [--missions 10000]`. Exits with 1 where a mission cannot be won, or where playing without music
 * comes to as much as playing with it.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { StarterManifestSchema } from '../src/data/contract/library.ts';
import { indexField } from '../src/data/rules/arcade/field.ts';
import { demoField } from './arcade/fields.ts';
import { type Balance, balanceFaults, measureBalance } from './arcade/measure.ts';

const MANIFEST = fileURLToPath(new URL('../assets/starter/manifest.json', import.meta.url));

/** Numbers in a row, each so wide. */
const row = (name: string, cells: readonly (number | string)[]) =>
  name.padEnd(12) + cells.map((cell) => String(cell).padStart(8)).join('');

function print({ missions, players, conditions, unsolved }: Balance): void {
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
  console.log(`${missions} missions, ${unsolved.length} of them cannot be won\n`);
  console.log(row('', ['p5', 'median', 'p95', 'most', 'brief', 'loops']));
  for (const one of players) {
    const { name, p5, median, p95, most, won, placed } = one;
    console.log(row(name, [p5, median, p95, most, percent(won), placed.toFixed(1)]));
  }
  console.log(`\n${row('asked', ['asked', 'careful', 'random'])}`);
  for (const { kind, asked, careful, random } of conditions) {
    console.log(row(kind, [asked, percent(careful), percent(random)]));
  }
}

const { values } = parseArgs({ options: { missions: { type: 'string', default: '10000' } } });
const manifest = StarterManifestSchema.parse(JSON.parse(await readFile(MANIFEST, 'utf8')));
const index = indexField(demoField(manifest, '20260101', 100));
console.log(`${index.field.rifffs.length} rifffs, ${index.field.loops.length} loops`);
const balance = measureBalance(index, Number(values.missions));
print(balance);
const faults = balanceFaults(balance);
for (const fault of faults) console.log(`\n${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
