/** `npm run backup`, `npm run restore` and `npm run rollback`, with the settings of the server. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSettings, type Settings } from '../settings.ts';
import { reasonOf, StartError } from '../startError.ts';
import { backUp } from './backup.ts';
import type { CopiedFiles } from './copyFiles.ts';
import { type Copy, listBackups, sumOf } from './manifest.ts';
import { restore } from './restore.ts';
import { rollBack } from './rollback.ts';
import { listUpgradeCopies } from './upgradeCopies.ts';

const count = (number: number, one: string, many = `${one}s`) =>
  `${number} ${number === 1 ? one : many}`;

function tell(copy: Copy, { copied, kept, bytes, missing }: CopiedFiles): void {
  const tables = Object.keys(copy.rows).length;
  console.info(
    `Database: ${count(sumOf(copy.rows), 'row')} in ${count(tables, 'table')}, as of ${copy.made}, verified.`,
  );
  console.info(
    `Files: ${copied} copied, ${kept} there already, ${(bytes / 1024 ** 2).toFixed(1)} MB altogether, each verified by its SHA-256.`,
  );
  if (missing.length === 0) return;
  console.error(
    `${count(missing.length, 'file')} that the database names ${missing.length === 1 ? 'is' : 'are'} missing or damaged on the server itself:`,
  );
  for (const hash of missing) console.error(`  ${hash}`);
  process.exitCode = 1;
}

const USAGE = {
  backup: 'npm run backup -- FOLDER [--keep NUMBER]',
  restore: 'npm run restore -- FOLDER [--copy NAME | --list]',
  rollback: 'npm run rollback [-- --list | --copy NAME | --lose-newer]',
};

type Command = keyof typeof USAGE;

const OPTIONS = {
  keep: { type: 'string' },
  copy: { type: 'string' },
  list: { type: 'boolean' },
  'lose-newer': { type: 'boolean' },
} as const;
type Option = keyof typeof OPTIONS;

const TAKES: Readonly<Record<Command, readonly Option[]>> = {
  backup: ['keep'],
  restore: ['copy', 'list'],
  rollback: ['copy', 'list', 'lose-newer'],
};

interface Asked {
  /** Absolute; empty for a rollback. */
  readonly folder: string;
  readonly keep: number | undefined;
  readonly copy: string | undefined;
  readonly list: boolean;
  readonly loseNewer: boolean;
}

/** What follows the command. Throws a `StartError` that says how it is written. */
function readParts(command: Command, args: string[]): Asked {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    const isStrange = Object.keys(values).some((name) => !TAKES[command].includes(name as Option));
    if (isStrange) throw new Error('an option of another command');
    const { keep, copy, list = false, 'lose-newer': loseNewer = false } = values;
    const isFolder = positionals.length === (command === 'rollback' ? 0 : 1);
    if (!isFolder || positionals[0] === '') throw new Error('not one folder');
    if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep)) throw new Error('not a number');
    // npm runs scripts in the folder of the package, whatever folder the operator is in.
    const folder = resolve(process.env.INIT_CWD ?? process.cwd(), positionals[0] ?? '');
    return { folder, keep: keep === undefined ? undefined : Number(keep), copy, list, loseNewer };
  } catch (cause) {
    const missing = command === 'rollback' ? 'Say it so' : 'Say which folder';
    throw new StartError(`${missing}: ${USAGE[command]}`, { cause });
  }
}

async function list(folder: string): Promise<void> {
  for (const { database, made, bytes, rows, files, missing } of await listBackups(folder)) {
    const lacks = missing > 0 ? `, ${missing} of them missing` : '';
    const size = (bytes / 1024 ** 2).toFixed(1);
    console.info(
      `${database}  ${made}  ${size} MB, ${count(rows, 'row')}, ${count(files, 'file')}${lacks}`,
    );
  }
}

async function goBack(settings: Settings, asked: Asked): Promise<void> {
  if (asked.list) {
    for (const { name, copy } of await listUpgradeCopies(settings.dataFolder)) {
      console.info(`${name}  ${copy.made}  ${count(sumOf(copy.rows), 'row')}`);
    }
    return;
  }
  const { to, replaced, lost } = await rollBack(settings, asked);
  console.info(`The database is what it was at ${to.copy.made} (${to.name}).`);
  if (lost.length > 0) console.info(`Not in it (${lost.join('; ')}).`);
  console.info(
    `What was there until now is kept: npm run rollback -- --copy ${replaced.name} --lose-newer brings it back. Start the version that you had before.`,
  );
}

async function run(command: string | undefined, parts: string[]): Promise<void> {
  if (command === undefined || !Object.hasOwn(USAGE, command)) {
    throw new StartError(`Say which: ${Object.values(USAGE).join(' or ')}`);
  }
  const asked = readParts(command as Command, parts);
  const { folder, keep, copy } = asked;
  const settings = readSettings(process.env);
  if (command === 'rollback') return goBack(settings, asked);
  if (asked.list) return list(folder);
  if (command === 'backup') {
    const { manifest, files, pruned } = await backUp(settings, folder, { keep });
    tell(manifest, files);
    if (pruned > 0)
      console.info(`${count(pruned, 'file')} that the server no longer has: deleted.`);
    const held = manifest.copies.length;
    if (held > 0) console.info(`Kept beside it: ${count(held, 'older copy', 'older copies')}.`);
    if (files.missing.length === 0) console.info(`Backed up into ${folder}.`);
    else console.error(`Backed up into ${folder} without them; the last whole copy was kept.`);
    return;
  }
  const restored = await restore(settings, folder, { copy });
  tell(restored.copy, restored.files);
  console.info(`Restored from ${folder}. Start the server.`);
}

// What is written is for its owner alone: it holds addresses and hashes of passwords.
process.umask(0o077);
try {
  await run(process.argv[2], process.argv.slice(3));
} catch (error) {
  const isKnown = error instanceof StartError;
  console.error(
    isKnown ? error.message : `This failed (${reasonOf(error)}); nothing older was deleted.`,
  );
  process.exitCode = 1;
}
