import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '../ports/blobs/blobStore.ts';
import { openDiskBlobs } from '../ports/blobs/disk.ts';
import { openBlobs } from '../ports/blobs/openBlobs.ts';
import { syncFolder } from '../ports/blobs/syncFolder.ts';
import type { Settings } from '../settings.ts';
import { reasonOf, StartError } from '../startError.ts';
import { type CopiedFiles, copyFiles } from './copyFiles.ts';
import type { CopyContent, DatabaseCopier } from './databaseCopy.ts';
import { keptCopies, presentCopies, prune } from './keeping.ts';
import {
  type Copy,
  copiesOf,
  findManifest,
  hashFile,
  type Manifest,
  writeManifest,
} from './manifest.ts';
import { openCopier } from './openCopier.ts';

/** Where a server keeps its data, as its settings say. */
export type BackupSettings = Pick<Settings, 'databaseUrl' | 'dataFolder' | 's3'>;

export interface BackupOptions {
  /**
   * Copies of the database that the folder keeps, the new one among them. Without it as many as the last backup into this
   * folder was told, at first one.
   */
  readonly keep?: number | undefined;
}

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

/**
 * Writes everything that a server keeps into `folder`, while it runs: a consistent copy of the database and every file
 * that the copy names. Into a folder of an earlier backup only new files are written. Copies past the last `keep` go once
 * the new one is verified, and so do files that no copy names any more.
 *
 * Files that the server itself no longer has whole are named in the manifest; then the last copy that lacks none stays, too.
 * Throws a `StartError` for what the operator can mend.
 */
export async function backUp(
  settings: BackupSettings,
  folder: string,
  { keep }: BackupOptions = {},
): Promise<BackupReport> {
  if (keep !== undefined && !(Number.isSafeInteger(keep) && keep >= 1)) {
    throw new StartError('A backup keeps at least one copy: say a whole number from 1 on.');
  }
  const release = await takeFolder(folder);
  const opened: BlobStore[] = [];
  const stamp = new Date();
  const copier = await openCopier(settings);
  const name = `database-${stamp.toISOString().replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.${copier.extension}`;
  const incoming = join(folder, `${name}.part`);
  try {
    const before = await findManifest(folder);
    const from = await openBlobs(settings);
    opened.push(from);
    const to = await openDiskBlobs(folder);
    opened.push(to);
    const { content, files } = await copyAll(copier, { from, to }, incoming);
    const copy: Copy = {
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
    const most = keep ?? before?.keep ?? 1;
    const older = before ? await presentCopies(folder, copiesOf(before)) : [];
    const [, ...copies] = keptCopies([copy, ...older], most);
    const manifest: Manifest = { format: 1, ...copy, keep: most, copies };
    await writeManifest(folder, manifest);
    const pruned = await prune(folder, to, manifest, content.hashes);
    return { manifest, files, pruned };
  } finally {
    await rm(incoming, { force: true });
    for (const blobs of opened) await blobs.close();
    await release();
  }
}
