/** What the server stores in: its folder, its database, its files. */
import { randomBytes } from 'node:crypto';
import { constants, existsSync, statSync } from 'node:fs';
import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { refuseStrangeFiles } from '../places.ts';
import type { BlobStore } from '../ports/blobs/blobStore.ts';
import { openBlobs } from '../ports/blobs/openBlobs.ts';
import type { Database } from '../ports/database/database.ts';
import { compareMigrations } from '../ports/database/migrate.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import { SQLITE_FILE } from '../ports/database/sqlite.ts';
import type { Settings } from '../settings.ts';
import { reasonOf, StartError } from '../startError.ts';
import { type Finding, fine, mend } from './finding.ts';
import { nearestFolder } from './machine.ts';

type Places = Pick<Settings, 'dataFolder' | 'databaseUrl' | 's3'>;

const PROBE_BYTES = 64;

/**
 * The data folder, written as this account. What root may write says nothing about the account of the server, and what it
 * leaves there that account could not open.
 */
export async function checkFolder({ dataFolder }: Pick<Settings, 'dataFolder'>): Promise<Finding> {
  const place = nearestFolder(dataFolder);
  const { uid } = statSync(place);
  if (process.getuid?.() === 0 && uid !== 0 && place === dataFolder) {
    return mend(
      `The data folder ${dataFolder} belongs to the account ${uid}, and this runs as root: run it as that account.`,
    );
  }
  const probe = join(place, `.write-test-${process.pid}`);
  try {
    if (place === dataFolder) await writeFile(probe, '').finally(() => rm(probe, { force: true }));
    else await access(place, constants.W_OK);
  } catch (error) {
    return mend(
      `The data folder ${dataFolder} cannot be written (${reasonOf(error)}): set RONDO_DATA to a folder that can.`,
    );
  }
  return place === dataFolder
    ? fine(`The data folder ${dataFolder} can be written.`)
    : fine(`There is no data folder ${dataFolder} yet: the first start makes it.`);
}

const versionOf = async ({ kind, queries }: Database): Promise<string> => {
  const text = kind === 'sqlite' ? sql`sqlite_version()` : sql`current_setting('server_version')`;
  const { rows } = await sql<{ version: string }>`select ${text} as version`.execute(queries);
  return `${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${rows[0]?.version}`;
};

/** May this account make tables? https://www.postgresql.org/docs/current/ddl-schemas.html#DDL-SCHEMAS-PRIV */
async function mayMakeTables({ kind, queries }: Database): Promise<boolean> {
  if (kind === 'sqlite') return true;
  const { rows } = await sql<{
    may: boolean | null;
  }>`select has_schema_privilege(current_schema(), 'create') as may`.execute(queries);
  return rows[0]?.may === true;
}

async function judgeDatabase(database: Database): Promise<Finding> {
  const name = await versionOf(database);
  if (!(await mayMakeTables(database))) {
    return mend(
      `The account of DATABASE_URL may not make tables in ${name}: let it (grant create on schema public), or make it the owner of the database.`,
    );
  }
  if (await database.isNew()) return fine(`${name} answers; the first start makes its tables.`);
  const { missing, unknown } = await compareMigrations(database.queries);
  if (unknown.length > 0) {
    return mend(
      `The database was made by a newer version of the server (it has ${unknown.at(-1)}): start that version, or restore a backup.`,
    );
  }
  try {
    await database.tryWrite(PROBE_BYTES);
  } catch (error) {
    return mend(`${name} answers, but takes nothing that is written (${reasonOf(error)}).`);
  }
  if (missing.length > 0) {
    return mend(
      `The database is behind this version by ${missing.length} of its steps (the next is ${missing[0]}): back up, then start this version, which makes them.`,
    );
  }
  return fine(`${name} answers, takes what is written, and is of this version.`);
}

/** The embedded database before the first start. Opening it would make one. */
const isMissing = ({ databaseUrl, dataFolder }: Places) =>
  !databaseUrl && !existsSync(join(dataFolder, SQLITE_FILE));

/**
 * Opens the database, and judges it.
 * @returns it, for the checks that need it; undefined where there is none yet. The caller closes it.
 */
export async function examineDatabase(
  settings: Places,
): Promise<{ readonly finding: Finding; readonly database?: Database }> {
  if (isMissing(settings)) {
    return { finding: fine('There is no database yet: the first start makes it.') };
  }
  const database = await openDatabase(settings);
  try {
    return { finding: await judgeDatabase(database), database };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function passThrough(blobs: BlobStore): Promise<void> {
  const content = randomBytes(PROBE_BYTES);
  const { hash } = await blobs.put(content);
  try {
    if (!content.equals(await buffer(await blobs.get(hash)))) {
      throw new Error('it came back changed');
    }
  } finally {
    await blobs.delete(hash);
  }
  if (await blobs.has(hash)) throw new Error('it could not be deleted');
}

/** Writes a file, reads it and deletes it; then whether what is stored belongs to this database. */
export async function checkFiles(
  settings: Places,
  database: Database | undefined,
): Promise<Finding> {
  const { s3, dataFolder } = settings;
  const place = s3 ? `The bucket ${s3.bucket}` : `The folder ${join(dataFolder, 'blobs')}`;
  // Opening it would make the folder.
  if (!s3 && !existsSync(join(dataFolder, 'blobs'))) {
    return fine('There are no files yet: the first start makes their folder.');
  }
  const blobs = await openBlobs(settings);
  try {
    await passThrough(blobs);
    await refuseStrangeFiles(settings, database ?? { isNew: async () => true }, blobs);
    return fine(`${place} took a file, gave it back and let it go.`);
  } catch (error) {
    if (error instanceof StartError) throw error;
    return mend(
      `${place} did not take a file, give it back and let it go (${reasonOf(error)}): look after its room and its rights.`,
    );
  } finally {
    await blobs.close();
  }
}
