import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readDiskBlobs } from '../ports/blobs/disk.ts';
import { openBlobs } from '../ports/blobs/openBlobs.ts';
import { reasonOf, StartError } from '../startError.ts';
import type { BackupSettings } from './backup.ts';
import { type CopiedFiles, copyFiles } from './copyFiles.ts';
import type { CopyContent, DatabaseCopier } from './databaseCopy.ts';
import { type Copy, copiesOf, hashFile, readManifest } from './manifest.ts';
import { openCopier } from './openCopier.ts';

export interface RestoreOptions {
  /** Name of the copy of the database; without it the newest. */
  readonly copy?: string | undefined;
}

/** What a restore did. */
export interface RestoreReport {
  readonly copy: Copy;
  readonly files: CopiedFiles;
}

const ENGINES = {
  sqlite: 'the embedded database: restore it without DATABASE_URL',
  postgres: 'PostgreSQL: set DATABASE_URL to an empty database',
} as const;

/** Reads the copy of the database and holds it against the manifest. Throws a `StartError` where it differs. */
async function checkCopy(
  copier: DatabaseCopier,
  path: string,
  { sha256, rows }: Copy,
): Promise<CopyContent> {
  const damaged = (cause?: unknown) =>
    new StartError(`The file ${path} is damaged: restore another backup.`, { cause });
  const found = await hashFile(path).catch((error: unknown) => reasonOf(error));
  if (found !== sha256) throw damaged(found);
  const content = await copier.inspect(path).catch((error: unknown) => {
    throw damaged(error);
  });
  if (!areSame(content.rows, rows)) throw damaged();
  return content;
}

function areSame(a: CopyContent['rows'], b: CopyContent['rows']): boolean {
  const names = Object.keys(b).filter((name) => !/^kysely_migration/.test(name));
  return names.every((name) => a[name] === b[name]);
}

/** The copy of this name, or the newest. Throws a `StartError` that names all that are there. */
async function chooseCopy(folder: string, name: string | undefined): Promise<Copy> {
  const copies = copiesOf(await readManifest(folder));
  const found = name === undefined ? copies[0] : copies.find(({ database }) => database === name);
  if (found) return found;
  const names = copies.map(({ database }) => database).join(', ');
  throw new StartError(`The backup ${folder} has no copy ${name}; it has ${names}.`);
}

/**
 * Brings what `backUp` wrote into an empty database and a store of files: files first, so that the database never names
 * one that is not there. Every file is read again afterwards, and every table counted. A restore that broke off can be
 * made again. The folder of the backup is only read. Throws a `StartError`, before anything is written, for a database
 * that is in use or not empty, another engine, a copy that is not there, and a damaged backup.
 */
export async function restore(
  settings: BackupSettings,
  folder: string,
  options: RestoreOptions = {},
): Promise<RestoreReport> {
  const copy = await chooseCopy(folder, options.copy);
  const copier = await openCopier(settings);
  if (copier.kind !== copy.kind) {
    throw new StartError(`This backup is one of ${ENGINES[copy.kind]}.`);
  }
  await copier.assertEmpty();
  const path = join(folder, copy.database);
  const content = await checkCopy(copier, path, copy);
  await mkdir(settings.dataFolder, { recursive: true, mode: 0o700 });
  const blobs = await openBlobs(settings);
  try {
    const files = await copyFiles(readDiskBlobs(folder), blobs, content.hashes);
    const lost = files.missing.filter((hash) => !copy.missing.includes(hash));
    if (lost.length > 0) {
      throw new StartError(
        `The backup ${folder} lacks ${lost.length} of its files, or they are damaged (${lost[0]}): restore another backup.`,
      );
    }
    const rows = await copier.load(path);
    if (!areSame(rows, copy.rows)) {
      throw new StartError('The database holds other rows than the backup: restore it again.');
    }
    return { copy, files };
  } finally {
    await blobs.close();
  }
}
