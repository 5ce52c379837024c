/** Where the server finds its pages and keeps its data, and what it refuses to begin in. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from './ports/blobs/blobStore.ts';
import type { Database } from './ports/database/database.ts';
import type { Settings } from './settings.ts';
import { reasonOf, StartError } from './startError.ts';

/** Folder of the built pages. */
export const DIST_FOLDER = join(import.meta.dirname, '..', 'dist');
/** Folder of the library that comes with the house. */
export const STARTER_FOLDER = join(import.meta.dirname, '..', 'assets', 'starter');

/** Makes the data folder, and sees that it can be written. Throws a `StartError` where that fails. */
export async function prepareDataFolder(folder: string): Promise<void> {
  const probe = join(folder, `.write-test-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(probe, '');
    await rm(probe, { force: true });
  } catch (error) {
    throw new StartError(
      `The data folder ${folder} cannot be written (${reasonOf(error)}): set RONDO_DATA to a folder that can.`,
      { cause: error },
    );
  }
}

/**
 * Refuses a new database beside the files of an older server: a wrong setting or a lost database would otherwise look
 * like a server that was never used. The database is asked again after the files, for another node may just have
 * begun; files are not asked for at all where the database is there.
 */
export async function refuseStrangeFiles(
  { databaseUrl, dataFolder, s3 }: Pick<Settings, 'databaseUrl' | 'dataFolder' | 's3'>,
  database: Pick<Database, 'isNew'>,
  blobs: Pick<BlobStore, 'hasAny'>,
): Promise<void> {
  if (!(await database.isNew())) return;
  const hasFiles = await blobs.hasAny().catch((cause: unknown) => {
    throw new StartError(`The store of files does not answer (${reasonOf(cause)}).`, { cause });
  });
  if (!hasFiles || !(await database.isNew())) return;
  const base = databaseUrl ? 'The database of DATABASE_URL' : `The database in ${dataFolder}`;
  const [place, other] = s3
    ? [`the bucket ${s3.bucket}`, 'name an empty bucket']
    : [join(dataFolder, 'blobs'), 'set RONDO_DATA to an empty folder'];
  throw new StartError(
    `${base} is missing or empty, but ${place} holds the files of a server: restore its backup (npm run restore -- FOLDER) or mend the setting, or ${other} to begin anew.`,
  );
}
