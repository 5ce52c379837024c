/** `npm run backup -- FOLDER` and `npm run restore -- FOLDER`, with the settings of the server. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSettings } from '../settings.ts';
import { reasonOf, StartError } from '../startError.ts';
import { backUp } from './backup.ts';
import type { CopiedFiles } from './copyFiles.ts';
import { type Copy, listBackups } from './manifest.ts';
import { restore } from './restore.ts';

const count = (number: number, one: string, many = `${one}s`) =>
  `${number} ${number === 1 ? one : many}`;

function tell(copy: Copy, { copied, kept, bytes, missing }: CopiedFiles): void {
  const rows = Object.values(copy.rows).reduce((sum, number) => sum + number, 0);
  const tables = Object.keys(copy.rows).length;
  console.info(
    `Database: ${count(rows, 'row')} in ${count(tables, 'table')}, as of ${copy.made}, verified.`,
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
};

interface Asked {
  /** Absolute. */
  readonly folder: string;
  readonly keep: number | undefined;
  readonly copy: string | undefined;
  readonly list: boolean;
}

const OPTIONS = {
  keep: { type: 'string' },
  copy: { type: 'string' },
  list: { type: 'boolean' },
} as const;

/** What follows the command. Throws a `StartError` that says how it is written. */
function readParts(command: keyof typeof USAGE, args: string[]): Asked {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    const { keep, copy, list = false } = values;
    const [given, ...others] = positionals;
    if (!given || others.length > 0) throw new Error('not one folder');
    const isStrange = command === 'backup' ? copy !== undefined || list : keep !== undefined;
    if (isStrange) throw new Error('an option of the other command');
    if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep)) throw new Error('not a number');
    // npm runs scripts in the folder of the package, whatever folder the operator is in.
    const folder = resolve(process.env.INIT_CWD ?? process.cwd(), given);
    return { folder, keep: keep === undefined ? undefined : Number(keep), copy, list };
  } catch (cause) {
    throw new StartError(`Say which folder: ${USAGE[command]}`, { cause });
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

async function run(command: string | undefined, parts: string[]): Promise<void> {
  if (command !== 'backup' && command !== 'restore') {
    throw new StartError(`Say which: ${USAGE.backup} or ${USAGE.restore}`);
  }
  const { folder, keep, copy, list: isList } = readParts(command, parts);
  if (isList) return list(folder);
  const settings = readSettings(process.env);
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
