import { removeFiles } from '../../kernel/content.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { insertOnce, removeRows, removeSome, updateRows } from '../../ports/database/rows.ts';
import type { SyncDatabaseRow } from '../../ports/database/schemaAlways.ts';
import { ownerOf, type Place, type SyncContext } from './context.ts';
import { CouchError, missing } from './couchError.ts';
import { findDatabase } from './repo.ts';
import { asList, asObject } from './requests.ts';
import { REVS_LIMIT } from './revisions.ts';
import { createBreath } from './turns.ts';

/** Rows of each table that go in one go, each with up to a megabyte. */
const ROWS = 50;

/** Throws 404 where there is none. */
export async function requireDatabase(
  { database: { queries } }: Pick<SyncContext, 'database'>,
  { name }: Pick<Place, 'name'>,
): Promise<SyncDatabaseRow> {
  const row = await findDatabase(queries, name);
  if (!row) throw missing('Database does not exist.');
  return row;
}

/** Makes the database of an account. Throws 412 where it has one. */
export async function createDatabase(
  { database }: Pick<SyncContext, 'database'>,
  { name, userId }: Place,
): Promise<{ ok: true }> {
  const row = {
    name,
    userId,
    seq: 0,
    bytes: 0,
    docs: 0,
    deletedDocs: 0,
    revsLimit: REVS_LIMIT,
    created: Date.now(),
  };
  const made = await writeFor(database, userId, (transaction) =>
    insertOnce(transaction, 'syncDatabases', row),
  );
  if (made === 0) {
    const reason = 'The database could not be created, the file already exists.';
    throw new CouchError(412, 'file_exists', reason);
  }
  return { ok: true };
}

/**
 * What CouchDB says of databases by their names (`_dbs_info`), 100 at most: one that is not there, or not the caller's,
 * is an entry that says so, and no error as it would be alone.
 */
export async function describeDatabases(
  context: Pick<SyncContext, 'database'>,
  { userId }: Pick<Identity, 'userId'>,
  body: unknown,
): Promise<Record<string, unknown>[]> {
  const rows = asList(asObject(body).keys, 'keys', 100).map(async (key) => {
    const isOwn = typeof key === 'string' && ownerOf(key) === userId;
    const row = isOwn ? await findDatabase(context.database.queries, key) : undefined;
    return row ? { key, info: describeDatabase(row) } : { key, error: 'not_found' };
  });
  return Promise.all(rows);
}

/** What CouchDB says of a database. */
export function describeDatabase(row: SyncDatabaseRow): Record<string, unknown> {
  const { name, seq, bytes, docs, deletedDocs, revsLimit } = row;
  return {
    db_name: name,
    doc_count: docs,
    doc_del_count: deletedDocs,
    update_seq: String(seq),
    purge_seq: 0,
    compact_running: false,
    sizes: { file: bytes, external: bytes, active: bytes },
    instance_start_time: '0',
    disk_format_version: 8,
    revs_limit: revsLimit,
  };
}

/** Takes away some of what a database holds, its content noted for removal. False when it is empty. */
export async function emptySome(queries: Queries, name: string): Promise<boolean> {
  let isLeft = false;
  const attachments = { column: 'digest', size: ROWS } as const;
  const gone = await removeFiles(queries, 'syncAttachments', { name }, attachments);
  if (gone.length === ROWS) isLeft = true;
  for (const table of ['syncUses', 'syncRevisions', 'syncDocs', 'syncLocals'] as const) {
    const some = { column: 'docId', size: ROWS } as const;
    if (await removeSome(queries, table, { name }, some)) isLeft = true;
  }
  return isLeft;
}

/**
 * Takes the database of an account away with all that is in it, some of it at a time. A call between sees less and
 * less of it; broken off, it is there still, and can be taken away again.
 */
export async function deleteDatabase(
  context: Pick<SyncContext, 'database' | 'waiting'>,
  place: Place,
): Promise<{ ok: true }> {
  const { name, userId } = place;
  await requireDatabase(context, place);
  const breathe = createBreath();
  const isLeft = () =>
    writeFor(context.database, userId, async (transaction) => {
      if (await emptySome(transaction, name)) return true;
      await removeRows(transaction, 'syncDatabases', { name });
      return false;
    });
  while (await isLeft()) await breathe();
  context.waiting.changed(name);
  return { ok: true };
}

/** How many revisions documents of the database remember from now on. */
export async function setRevsLimit(
  { database }: Pick<SyncContext, 'database'>,
  { name, userId }: Place,
  limit: unknown,
): Promise<{ ok: true }> {
  if (typeof limit !== 'number' || !Number.isSafeInteger(limit) || limit < 1) {
    throw new CouchError(400, 'bad_request', 'The limit must be a whole number above zero');
  }
  const revsLimit = Math.min(limit, REVS_LIMIT);
  await writeFor(database, userId, (transaction) =>
    updateRows(transaction, 'syncDatabases', { name }, { revsLimit }),
  );
  return { ok: true };
}
