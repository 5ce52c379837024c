import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '../ports/blobs/blobStore.ts';
import { openDiskBlobs } from '../ports/blobs/disk.ts';
import { openBlobs } from '../ports/blobs/openBlobs.ts';
import { syncFolder } from '../ports/blobs/syncFolder.ts';
import type { Settings } from '../settings.ts';
import { reasonOf, StartError } from '../startError.ts';
import { type CopiedFiles, copyFiles } from './copyFiles.ts';
import type { CopyContent, DatabaseCopier } from './databaseCopy.ts';
import { hashFile, type Manifest, writeManifest } from './manifest.ts';
import { openCopier } from './openCopier.ts';

/** Where a server keeps its data, as its settings say. */
export type BackupSettings = Pick<Settings, 'databaseUrl' | 'dataFolder' | 's3'>;

/** What a backup did. */
export interface BackupReport {
  readonly manifest: Manifest;
  readonly files: CopiedFiles;
  /** Files of an earlier backup that nothing names any more, and that are gone now. */
  readonly pruned: number;
}

const LOCK = 'backup.lock';
/** A file may be deleted between the copy of the database and its own: the copy is made again so many times. */
const TRIES = 3;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Keeps other backups out of a folder; one that was killed does not. @returns lets them in again */
async function takeFolder(folder: string): Promise<() => Promise<void>> {
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
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(String(process.pid));
    await file.close();
  } catch (cause) {
    throw new StartError(`The folder ${folder} cannot be written (${reasonOf(cause)}).`, { cause });
  }
  return () => rm(path, { force: true });
}

/** Copies the database, then the files that the copy names: both fit together, whatever happens meanwhile. */
async function copyAll(
  copier: DatabaseCopier,
  stores: { readonly from: BlobStore; readonly to: BlobStore },
  incoming: string,
): Promise<{ content: CopyContent; files: CopiedFiles }> {
  for (let tries = 1; ; tries++) {
    await rm(incoming, { force: true });
    await copier.write(incoming);
    const content = await copier.inspect(incoming);
    const files = await copyFiles(stores.from, stores.to, content.hashes);
    if (files.missing.length === 0 || tries === TRIES) return { content, files };
  }
}

/** Deletes older copies of the database, and files that the new one does not name. @returns how many files */
async function prune(folder: string, to: BlobStore, database: string, hashes: readonly string[]) {
  for (const name of await readdir(folder)) {
    if (name.startsWith('database-') && name !== database) await rm(join(folder, name));
  }
  const named = new Set(hashes);
  let pruned = 0;
  for (const prefix of await readdir(join(folder, 'blobs'))) {
    if (!/^[0-9a-f]{2}$/.test(prefix)) continue;
    for (const rest of await readdir(join(folder, 'blobs', prefix))) {
      const hash = prefix + rest;
      if (named.has(hash) || !/^[0-9a-f]{64}$/.test(hash)) continue;
      await to.delete(hash);
      pruned += 1;
    }
  }
  return pruned;
}

/**
 * Writes everything that a server keeps into `folder`, while it runs: a consistent copy of the database and every file
 * that the copy names. Into a folder of an earlier backup only new files are written, and what the server has deleted
 * goes there too once the new copy is verified; until then the old one stands.
 *
 * Files that the server itself no longer has whole are named in the manifest; then nothing older is deleted.
 * Throws a `StartError` for what the operator can mend.
 */
export async function backUp(settings: BackupSettings, folder: string): Promise<BackupReport> {
  const release = await takeFolder(folder);
  const opened: BlobStore[] = [];
  const stamp = new Date();
  const copier = await openCopier(settings);
  const name = `database-${stamp.toISOString().replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.${copier.extension}`;
  const incoming = join(folder, `${name}.part`);
  try {
    const from = await openBlobs(settings);
    opened.push(from);
    const to = await openDiskBlobs(folder);
    opened.push(to);
    const { content, files } = await copyAll(copier, { from, to }, incoming);
    const manifest: Manifest = {
      format: 1,
      made: stamp.toISOString(),
      kind: copier.kind,
      database: name,
      sha256: await hashFile(incoming),
      rows: content.rows,
      files: content.hashes.length,
      missing: [...files.missing],
    };
    await rename(incoming, join(folder, name));
    await syncFolder(folder);
    await writeManifest(folder, manifest);
    const isWhole = files.missing.length === 0;
    const pruned = isWhole ? await prune(folder, to, name, content.hashes) : 0;
    return { manifest, files, pruned };
  } finally {
    await rm(incoming, { force: true });
    for (const blobs of opened) await blobs.close();
    await release();
  }
}
