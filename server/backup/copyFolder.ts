/** A folder that copies of a database are written to. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf, StartError } from '../startError.ts';
import type { DatabaseCopier } from './databaseCopy.ts';

const LOCK = 'backup.lock';

/** A name for a new copy: by its time, and unlike any other. */
export const copyName = (made: Date, { extension }: DatabaseCopier): string =>
  `database-${made.toISOString().replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.${extension}`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Keeps other backups out of a folder; one that was killed does not. @returns lets them in again */
export async function takeFolder(folder: string): Promise<() => Promise<void>> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartError(`The folder ${folder} cannot be made (${reasonOf(cause)}).`, { cause });
  }
  const path = join(folder, LOCK);
  const holder = Number(await readFile(path, 'utf8').catch(() => '0'));
  if (holder > 0 && holder !== process.pid && isAlive(holder)) {
    throw new StartError(`Another backup is being written to ${folder}: wait until it is done.`);
  }
  await rm(path, { force: true });
  try {
    await writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    // Without room it is there, and empty.
    await rm(path, { force: true }).catch(() => {});
    throw new StartError(`The folder ${folder} cannot be written (${reasonOf(cause)}).`, { cause });
  }
  return () => rm(path, { force: true });
}
