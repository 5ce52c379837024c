import type { Transaction } from 'kysely';
import { noteLoose } from '../../kernel/content.ts';
import { lockPresentAccount } from '../../plugins/accountLock.ts';
import type { Queries } from '../../ports/database/database.ts';
import { insertRows, updateRows, valuesOf } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { Arrived } from './arrived.ts';
import type { Place, Received, SyncContext } from './context.ts';
import { CouchError, missing } from './couchError.ts';
import type { Edit } from './documents.ts';
import { applyOne, type Outcome, type Tree, type Work } from './growing.ts';
import * as repo from './repo.ts';
import { byRank, MOST_LEAVES } from './revisions.ts';
import { createBreath } from './turns.ts';

/** Stores what has changed. Answers by how many bytes the database grew, and which content it names anew. */
async function storeTrees(
  queries: Queries,
  { place: { name }, trees, contents, known }: Work,
  { seq }: { seq: number },
): Promise<{ seq: number; grewBytes: number; stored: readonly Received[] }> {
  const docs: repo.ListedDoc[] = [];
  const added: repo.NewLeaf[] = [];
  const gone: { docId: string; rev: string }[] = [];
  let last = seq;
  let grewBytes = 0;
  for (const [docId, tree] of trees) {
    if (!tree.isChanged) continue;
    last += 1;
    const leaves = [...tree.leaves].sort(byRank);
    const named = leaves.map(({ rev, isDeleted }) => ({ rev, isDeleted }));
    docs.push({ docId, seq: last, ...named[0]!, leaves: named });
    for (const { body, ...leaf } of leaves) {
      if (body === undefined) continue;
      added.push({ ...leaf, docId, body });
      grewBytes += leaf.bytes;
    }
    for (const rev of tree.gone) gone.push({ docId, rev });
  }
  const named = new Set(
    added.flatMap(({ attachments }) => Object.values(attachments).map(({ digest }) => digest)),
  );
  const fresh = new Map<string, Received>();
  for (const content of contents) {
    const { digest } = content;
    if (named.has(digest) && !known.has(digest)) fresh.set(digest, content);
  }
  const created = Date.now();
  const rows = [...fresh.values()].map((content) => ({ ...content, name, created }));
  if (rows.length > 0) await insertRows(queries, 'syncAttachments', rows);
  for (const { bytes } of rows) grewBytes += bytes;
  await repo.insertLeaves(queries, name, added);
  await repo.upsertDocs(queries, name, docs);
  const loose = await repo.deleteLeaves(queries, name, gone);
  const unused = await repo.deleteUnusedAttachments(queries, name, loose);
  await noteLoose(queries, valuesOf(unused, 'hash'));
  for (const { bytes } of unused) grewBytes -= bytes;
  return { seq: last, grewBytes, stored: [...fresh.values()] };
}

/** Bytes of the stored leaves that something grew from. */
function goneBytes(before: ReadonlyMap<string, repo.StoredLeaf[]>, trees: Work['trees']): number {
  let bytes = 0;
  for (const [docId, { gone }] of trees) {
    for (const leaf of before.get(docId) ?? []) if (gone.has(leaf.rev)) bytes += leaf.bytes;
  }
  return bytes;
}

/** Documents of a database, deleted ones too: enough for twenty a day in thirteen years. */
const MOST_DOCUMENTS = 100_000;

const MEGABYTE = 1024 * 1024;
const overQuota = (quotaBytes: number) =>
  new CouchError(
    413,
    'over_quota',
    `The documents of your devices may occupy ${Math.round(quotaBytes / MEGABYTE)} MB`,
  );

/** Edits in the order in which they came, inside their transaction. */
async function applyAll(
  { quotaBytes }: Pick<SyncContext, 'quotaBytes'>,
  queries: Transaction<Schema>,
  { place, edits }: { place: Place; edits: readonly Edit[] },
): Promise<{ outcomes: Outcome[]; stored: readonly Received[]; isChanged: boolean }> {
  const { name } = place;
  const row = await repo.findDatabase(queries, name);
  if (!row) throw missing('Database does not exist.');
  const ids = [...new Set(edits.map(({ id }) => id))];
  const before = await repo.findLeaves(queries, name, ids);
  const trees = new Map(
    ids.map((id): [string, Tree] => [
      id,
      { leaves: [...(before.get(id) ?? [])].sort(byRank), gone: new Set(), isChanged: false },
    ]),
  );
  const given = edits.flatMap(({ attachments }) => [...attachments.values()]);
  const contents = given.flatMap(({ content }) => content ?? []);
  const digests = new Set(contents.map(({ digest }) => digest));
  for (const { digest } of given) if (digest) digests.add(digest);
  const known = await repo.findAttachments(queries, name, [...digests]);
  const work: Work = { place, trees, contents, known, revsLimit: row.revsLimit };
  // What resolves conflicts makes room for what comes with it.
  const isFirst = ({ path, isDeleted }: Edit) => path !== undefined && isDeleted;
  const outcomes = new Map<Edit, Outcome>();
  for (const edit of edits) if (isFirst(edit)) outcomes.set(edit, applyOne(work, edit));
  for (const edit of edits) if (!isFirst(edit)) outcomes.set(edit, applyOne(work, edit));
  const { seq, grewBytes, stored } = await storeTrees(queries, work, row);
  const grew = grewBytes - goneBytes(before, trees);
  if (grew > 0 && row.bytes + grew > quotaBytes) throw overQuota(quotaBytes);
  const [docs, deletedDocs] = countDocs(before, trees);
  if (docs + deletedDocs > 0 && row.docs + row.deletedDocs + docs + deletedDocs > MOST_DOCUMENTS) {
    throw new CouchError(413, 'over_quota', `At most ${MOST_DOCUMENTS} documents`);
  }
  await updateRows(
    queries,
    'syncDatabases',
    { name },
    {
      seq,
      bytes: row.bytes + grew,
      docs: row.docs + docs,
      deletedDocs: row.deletedDocs + deletedDocs,
    },
  );
  return { outcomes: edits.map((edit) => outcomes.get(edit)!), stored, isChanged: seq > row.seq };
}

/** By how many the documents that are there and those that are deleted grew. */
function countDocs(
  before: ReadonlyMap<string, repo.StoredLeaf[]>,
  trees: Work['trees'],
): [docs: number, deletedDocs: number] {
  const count: [number, number] = [0, 0];
  for (const [docId, { leaves, isChanged }] of trees) {
    if (!isChanged) continue;
    const old = before.get(docId);
    if (old) count[old.every(({ isDeleted }) => isDeleted) ? 1 : 0] -= 1;
    count[leaves[0]!.isDeleted ? 1 : 0] += 1;
  }
  return count;
}

/** Edits of one transaction, which holds up every other call of an embedded database. */
const [MOST_EDITS, MOST_EDIT_LETTERS] = [20, 256 * 1024];
/** Leaves whose paths are held at a time. */
const MOST_HELD_LEAVES = 2 * MOST_LEAVES;

/** Edits in groups; all of a document together, so that what resolves its conflicts counts for the others. */
async function* inGroups(
  { database: { queries } }: Pick<SyncContext, 'database'>,
  { name }: Place,
  edits: readonly Edit[],
): AsyncGenerator<Edit[]> {
  const byDoc = new Map<string, Edit[]>();
  for (const edit of edits) {
    const known = byDoc.get(edit.id);
    if (known) known.push(edit);
    else byDoc.set(edit.id, [edit]);
  }
  const ids = [...byDoc.keys()];
  let group: Edit[] = [];
  let [letters, leaves] = [0, 0];
  for (let at = 0; at < ids.length; at += 100) {
    const page = ids.slice(at, at + 100);
    const docs = await repo.findDocs(queries, name, page);
    for (const id of page) {
      const own = byDoc.get(id)!;
      const ownLetters = own.reduce((sum, { body }) => sum + body.length, 0);
      const ownLeaves = docs.get(id)?.leaves.length ?? 0;
      const isFull =
        group.length + own.length > MOST_EDITS ||
        letters + ownLetters > MOST_EDIT_LETTERS ||
        leaves + ownLeaves > MOST_HELD_LEAVES;
      if (isFull && group.length > 0) {
        yield group;
        group = [];
        [letters, leaves] = [0, 0];
      }
      group.push(...own);
      letters += ownLetters;
      leaves += ownLeaves;
    }
  }
  if (group.length > 0) yield group;
}

/** One group in its transaction. */
async function writeGroup(
  context: SyncContext,
  place: Place,
  edits: readonly Edit[],
): Promise<Awaited<ReturnType<typeof applyAll>>> {
  const { database, blobs } = context;
  const given = edits.flatMap(({ attachments }) => [...attachments.values()]);
  const hashes = [...new Set(given.flatMap(({ content }) => content?.hash ?? []))].sort();
  return database.transaction(async (transaction) => {
    // Always in the same order, so that two calls never wait for each other.
    for (const hash of hashes) await database.lock(transaction, `blob:${hash}`);
    await lockPresentAccount(database, transaction, place.userId);
    const applied = await applyAll(context, transaction, { place, edits });
    for (const { hash } of applied.stored) {
      // The same content was removed between storing it and naming it.
      if (!(await blobs.has(hash))) throw new CouchError(503, 'unavailable', 'Try again');
    }
    return applied;
  });
}

/**
 * Writes documents a few in each transaction, each of which changes or conflicts for itself. What was written before
 * something is refused stays: a device that sends it again is told that it is there.
 * @param arrived content that came with them
 * @throws CouchError 404 without the database, 413 where it would have too much
 */
export async function writeEdits(
  context: SyncContext,
  place: Place,
  edits: readonly Edit[],
  arrived?: Arrived,
): Promise<Outcome[]> {
  const breathe = createBreath();
  const outcomes = new Map<Edit, Outcome>();
  let isChanged = false;
  try {
    for await (const group of inGroups(context, place, edits)) {
      const done = await writeGroup(context, place, group);
      for (const [at, edit] of group.entries()) outcomes.set(edit, done.outcomes[at]!);
      arrived?.keep(done.stored.map(({ hash }) => hash));
      isChanged ||= done.isChanged;
      await breathe();
    }
  } finally {
    if (isChanged) context.waiting.changed(place.name);
  }
  return edits.map((edit) => outcomes.get(edit)!);
}
