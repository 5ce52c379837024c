import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '../ports/blobs/blobStore.ts';
import { openDiskBlobs } from '../ports/blobs/disk.ts';
import { openBlobs } from '../ports/blobs/openBlobs.ts';
import { reasonOf, StartError } from '../startError.ts';
import type { BackupSettings } from './backup.ts';
import { type CopiedFiles, copyFiles } from './copyFiles.ts';
import type { CopyContent, DatabaseCopier } from './databaseCopy.ts';
import { hashFile, type Manifest, readManifest } from './manifest.ts';
import { openCopier } from './openCopier.ts';

/** What a restore did. */
export interface RestoreReport {
  readonly manifest: Manifest;
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
  { sha256, rows }: Manifest,
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

/**
 * Brings what `backUp` wrote into an empty database and a store of files: files first, so that the database never names
 * one that is not there. Every file is read again afterwards, and every table counted. A restore that broke off can be
 * made again. Throws a `StartError`, before anything is written, for a database that is in use or not empty, another
 * engine, and a damaged backup.
 */
export async function restore(settings: BackupSettings, folder: string): Promise<RestoreReport> {
  const manifest = await readManifest(folder);
  const copier = await openCopier(settings);
  if (copier.kind !== manifest.kind) {
    throw new StartError(`This backup is one of ${ENGINES[manifest.kind]}.`);
  }
  await copier.assertEmpty();
  const path = join(folder, manifest.database);
  const content = await checkCopy(copier, path, manifest);
  await mkdir(settings.dataFolder, { recursive: true, mode: 0o700 });
  const opened: BlobStore[] = [];
  try {
    const from = await openDiskBlobs(folder);
    opened.push(from);
    const to = await openBlobs(settings);
    opened.push(to);
    const files = await copyFiles(from, to, content.hashes);
    const lost = files.missing.filter((hash) => !manifest.missing.includes(hash));
    if (lost.length > 0) {
      throw new StartError(
        `The backup ${folder} lacks ${lost.length} of its files, or they are damaged (${lost[0]}): restore another backup.`,
      );
    }
    const rows = await copier.load(path);
    if (!areSame(rows, manifest.rows)) {
      throw new StartError('The database holds other rows than the backup: restore it again.');
    }
    return { manifest, files };
  } finally {
    for (const blobs of opened) await blobs.close();
  }
}
