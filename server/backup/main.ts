/** `npm run backup -- FOLDER` and `npm run restore -- FOLDER`, with the settings of the server. */
import { resolve } from 'node:path';
import { readSettings } from '../settings.ts';
import { reasonOf, StartError } from '../startError.ts';
import { backUp } from './backup.ts';
import type { CopiedFiles } from './copyFiles.ts';
import type { Manifest } from './manifest.ts';
import { restore } from './restore.ts';

const count = (number: number, one: string, many = `${one}s`) =>
  `${number} ${number === 1 ? one : many}`;

function tell(manifest: Manifest, { copied, kept, bytes, missing }: CopiedFiles): void {
  const rows = Object.values(manifest.rows).reduce((sum, number) => sum + number, 0);
  const tables = Object.keys(manifest.rows).length;
  console.info(
    `Database: ${count(rows, 'row')} in ${count(tables, 'table')}, as of ${manifest.made}, verified.`,
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

async function run(command: string | undefined, given: string | undefined): Promise<void> {
  if ((command !== 'backup' && command !== 'restore') || !given) {
    throw new StartError(`Say which folder: npm run ${command ?? 'backup'} -- FOLDER`);
  }
  // npm runs scripts in the folder of the package, whatever folder the operator is in.
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), given);
  const settings = readSettings(process.env);
  if (command === 'backup') {
    const { manifest, files, pruned } = await backUp(settings, folder);
    tell(manifest, files);
    if (pruned > 0)
      console.info(`${count(pruned, 'file')} that the server no longer has: deleted.`);
    if (files.missing.length === 0) console.info(`Backed up into ${folder}.`);
    else console.error(`Backed up into ${folder} without them; the copy before was kept.`);
    return;
  }
  const { manifest, files } = await restore(settings, folder);
  tell(manifest, files);
  console.info(`Restored from ${folder}. Start the server.`);
}

// What is written is for its owner alone: it holds addresses and hashes of passwords.
process.umask(0o077);
try {
  await run(process.argv[2], process.argv[3]);
} catch (error) {
  const isKnown = error instanceof StartError;
  console.error(
    isKnown ? error.message : `This failed (${reasonOf(error)}); nothing older was deleted.`,
  );
  process.exitCode = 1;
}
