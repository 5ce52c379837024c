import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../ports/database/database.ts';
import { findRow, findRows, insertRows } from '../../ports/database/rows.ts';
import type { SyncDatabaseRow } from '../../ports/database/schemaAlways.ts';
import type { Stub } from './documents.ts';
import type { Leaf } from './revisions.ts';

/** A leaf as it is stored, without what is in it. */
export interface StoredLeaf extends Leaf {
  readonly attachments: Readonly<Record<string, Stub>>;
  readonly bytes: number;
}

/** A leaf with what is in it. */
export interface WholeLeaf extends StoredLeaf {
  /** JSON, as it was stored: it goes out again as it is. */
  readonly body: string;
}

/** What a list says of a leaf. */
export interface LeafName {
  readonly rev: string;
  readonly isDeleted: boolean;
}

/** A document as lists have it. */
export interface ListedDoc {
  readonly docId: string;
  readonly seq: number;
  readonly rev: string;
  readonly isDeleted: boolean;
  /** The winner first. */
  readonly leaves: readonly LeafName[];
}

const LISTED = ['docId', 'seq', 'rev', 'isDeleted', 'leaves'] as const;
const LEAF = ['docId', 'rev', 'isDeleted', 'path', 'attachments', 'bytes'] as const;

export const findDatabase = (
  queries: Queries,
  name: string,
): Promise<SyncDatabaseRow | undefined> => findRow(queries, 'syncDatabases', { name });

/** Documents by id. */
export async function findDocs(
  queries: Queries,
  name: string,
  ids: readonly string[],
): Promise<Map<string, ListedDoc>> {
  if (ids.length === 0) return new Map();
  const rows = await listDocs(queries, name)
    .where('docId', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.docId, row as ListedDoc]));
}

/** Documents of a database, to be narrowed. */
export const listDocs = (queries: Queries, name: string) =>
  queries
    .selectFrom('syncDocs')
    .select([...LISTED])
    .where('name', '=', name);

/** Leaves of documents, by id. */
export async function findLeaves(
  queries: Queries,
  name: string,
  ids: readonly string[],
): Promise<Map<string, StoredLeaf[]>> {
  const found = new Map<string, StoredLeaf[]>();
  if (ids.length === 0) return found;
  const rows = await queries
    .selectFrom('syncRevisions')
    .select([...LEAF])
    .where('name', '=', name)
    .where('docId', 'in', [...ids])
    .execute();
  for (const { docId, ...leaf } of rows) {
    const known = found.get(docId);
    if (known) known.push(leaf as StoredLeaf);
    else found.set(docId, [leaf as StoredLeaf]);
  }
  return found;
}

const BODY_TEXT = sql<string>`cast(${sql.ref('body')} as text)`.as('body');

/** What is in a leaf, as JSON; undefined where something grew from it meanwhile. */
export async function findBody(
  queries: Queries,
  name: string,
  { docId, rev }: { docId: string; rev: string },
): Promise<string | undefined> {
  const row = await queries
    .selectFrom('syncRevisions')
    .select(BODY_TEXT)
    .where('name', '=', name)
    .where('docId', '=', docId)
    .where('rev', '=', rev)
    .executeTakeFirst();
  return row?.body;
}

/** Rows of pairs, for `in`: both engines read them so. */
const pairs = (rows: readonly { docId: string; rev: string }[]): RawBuilder<unknown> =>
  sql`(values ${sql.join(rows.map(({ docId, rev }) => sql`(${docId}, ${rev})`))})`;

const isOneOf = (rows: readonly { docId: string; rev: string }[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref('docId')}, ${sql.ref('rev')}) in ${pairs(rows)}`;

/** The winners of documents with what is in them, by id; up to a megabyte each, so a few at a time. */
async function findWinners(
  queries: Queries,
  name: string,
  docs: readonly { docId: string; rev: string }[],
): Promise<Map<string, WholeLeaf>> {
  if (docs.length === 0) return new Map();
  const rows = await queries
    .selectFrom('syncRevisions')
    .select([...LEAF, BODY_TEXT])
    .where('name', '=', name)
    .where(isOneOf(docs))
    .execute();
  return new Map(rows.map((row) => [row.docId, row as unknown as WholeLeaf]));
}

/** Bodies that are held at a time. */
const WINNERS = 2;

/** Documents in their order, each with its winner where that is wanted. */
export async function* withWinners<D extends { docId: string; rev: string }>(
  queries: Queries,
  name: string,
  docs: readonly D[],
  isWanted: boolean,
): AsyncGenerator<{ doc: D; winner: WholeLeaf | undefined }> {
  for (let at = 0; at < docs.length; at += WINNERS) {
    const some = docs.slice(at, at + WINNERS);
    const winners = isWanted ? await findWinners(queries, name, some) : new Map();
    for (const doc of some) yield { doc, winner: winners.get(doc.docId) };
  }
}

/** A leaf that is to be stored. */
export interface NewLeaf extends StoredLeaf {
  readonly docId: string;
  readonly body: string;
}

export async function insertLeaves(
  queries: Queries,
  name: string,
  leaves: readonly NewLeaf[],
): Promise<void> {
  if (leaves.length === 0) return;
  await insertRows(
    queries,
    'syncRevisions',
    leaves.map(({ path, attachments, ...leaf }) => ({
      ...leaf,
      name,
      path: JSON.stringify(path),
      attachments: JSON.stringify(attachments),
    })),
  );
  const uses = leaves.flatMap(({ docId, rev, attachments }) =>
    [...new Set(Object.values(attachments).map(({ digest }) => digest))].map((digest) => ({
      name,
      docId,
      rev,
      digest,
    })),
  );
  if (uses.length > 0) await insertRows(queries, 'syncUses', uses);
}

/** Takes leaves away. Answers the digests that they named. */
export async function deleteLeaves(
  queries: Queries,
  name: string,
  leaves: readonly { docId: string; rev: string }[],
): Promise<string[]> {
  if (leaves.length === 0) return [];
  await queries
    .deleteFrom('syncRevisions')
    .where('name', '=', name)
    .where(isOneOf(leaves))
    .execute();
  const uses = await queries
    .deleteFrom('syncUses')
    .where('name', '=', name)
    .where(isOneOf(leaves))
    .returning('digest')
    .execute();
  return [...new Set(uses.map(({ digest }) => digest))];
}

export async function upsertDocs(
  queries: Queries,
  name: string,
  docs: readonly ListedDoc[],
): Promise<void> {
  if (docs.length === 0) return;
  await queries
    .insertInto('syncDocs')
    .values(docs.map((doc) => ({ ...doc, name, leaves: JSON.stringify(doc.leaves) })))
    .onConflict((conflict) =>
      conflict.columns(['name', 'docId']).doUpdateSet(({ ref }) => ({
        seq: ref('excluded.seq'),
        rev: ref('excluded.rev'),
        isDeleted: ref('excluded.isDeleted'),
        leaves: ref('excluded.leaves'),
      })),
    )
    .execute();
}

/** Attachments that are there, by digest. */
export async function findAttachments(
  queries: Queries,
  name: string,
  digests: readonly string[],
): Promise<Map<string, { hash: string; bytes: number }>> {
  if (digests.length === 0) return new Map();
  const columns = ['digest', 'hash', 'bytes'] as const;
  const rows = await findRows(queries, 'syncAttachments', { name, digest: [...digests] }, columns);
  return new Map(rows.map(({ digest, hash, bytes }) => [digest, { hash, bytes }]));
}

/** Takes those of these attachments away that no leaf names. */
export async function deleteUnusedAttachments(
  queries: Queries,
  name: string,
  digests: readonly string[],
): Promise<{ hash: string; bytes: number }[]> {
  if (digests.length === 0) return [];
  return queries
    .deleteFrom('syncAttachments')
    .where('name', '=', name)
    .where('digest', 'in', [...digests])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('syncUses')
            .select('syncUses.docId')
            .where('syncUses.name', '=', name)
            .whereRef('syncUses.digest', '=', 'syncAttachments.digest'),
        ),
      ),
    )
    .returning(['hash', 'bytes'])
    .execute();
}
