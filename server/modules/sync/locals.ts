/** `_local` documents: what a device notes for itself, such as how far it has come. They are not replicated. */

import { writeFor } from '../../plugins/accountLock.ts';
import { countOf, findRow, putRow, removeRows } from '../../ports/database/rows.ts';
import type { Place, SyncContext } from './context.ts';
import { CouchError, conflict, missing } from './couchError.ts';
import { bodyOf } from './documents.ts';
import { findDatabase } from './repo.ts';

/** Documents of this kind in a database: a device has one for each way of a replication. */
const MOST_LOCALS = 1000;
/** Of one: they count for no room. */
const MOST_BYTES = 16 * 1024;

/** A `_local` document. Throws 404. */
export async function findLocal(
  { database: { queries } }: Pick<SyncContext, 'database'>,
  { name }: Place,
  docId: string,
): Promise<Record<string, unknown>> {
  const row = await findRow(queries, 'syncLocals', { name, docId }, ['rev', 'body']);
  if (!row) throw missing();
  return { _id: `_local/${docId}`, _rev: row.rev, ...(row.body as object) };
}

/**
 * Writes a `_local` document, or takes it away. It has one revision, which counts.
 * @param rev the one that it has
 * @throws CouchError 409 where it has another, 404 for taking away what is not there
 */
export async function writeLocal(
  { database }: Pick<SyncContext, 'database'>,
  { name, userId }: Place,
  change: { docId: string; rev: unknown; doc: Record<string, unknown> | null },
): Promise<{ ok: true; id: string; rev: string }> {
  const { docId, rev, doc } = change;
  const body = doc && bodyOf(doc);
  if (body && Buffer.byteLength(body) > MOST_BYTES) {
    throw new CouchError(413, 'document_too_large', `It has at most ${MOST_BYTES} bytes`);
  }
  return writeFor(database, userId, async (transaction) => {
    if (!(await findDatabase(transaction, name))) throw missing('Database does not exist.');
    const of = () =>
      transaction.selectFrom('syncLocals').where('name', '=', name) as ReturnType<
        typeof transaction.selectFrom<'syncLocals'>
      >;
    const known = await of().select('rev').where('docId', '=', docId).executeTakeFirst();
    if (body === null && !known) throw missing();
    if (known ? known.rev !== rev : rev !== undefined && rev !== '0-0') throw conflict();
    if (body === null) {
      await removeRows(transaction, 'syncLocals', { name, docId });
      return { ok: true, id: `_local/${docId}`, rev: '0-0' };
    }
    if (!known) {
      const count = await countOf(of());
      if (count >= MOST_LOCALS) {
        throw new CouchError(413, 'over_quota', `At most ${MOST_LOCALS} _local documents`);
      }
    }
    const next = `0-${Number(known?.rev.slice(2) ?? 0) + 1}`;
    await putRow(transaction, 'syncLocals', { name, docId }, { rev: next, body });
    return { ok: true, id: `_local/${docId}`, rev: next };
  });
}
