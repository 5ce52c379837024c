import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { lockPresentAccount } from '../../plugins/accountLock.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { noteLoose, removeUnused } from '../media/content.ts';
import { type Place, type Received, receive, type SyncContext } from './context.ts';
import { CouchError, conflict, missing } from './couchError.ts';
import type { Edit, GivenAttachment, Stub } from './documents.ts';
import * as repo from './repo.ts';
import { byRank, generationOf, graft, type Leaf, parentOf, placeIn } from './revisions.ts';

/** What became of one document. */
export type Outcome =
  | { readonly ok: true; readonly id: string; readonly rev: string }
  | { readonly id: string; readonly rev?: string; readonly error: string; readonly reason: string };

/** Attachments whose content has come with a call, by what the document says of them. */
export type Contents = ReadonlyMap<GivenAttachment, Received>;

type Growing = repo.StoredLeaf & { readonly body?: string };

/** A document while a call changes it. */
interface Tree {
  leaves: Growing[];
  /** Stored leaves that something grew from. */
  readonly gone: Set<string>;
  isChanged: boolean;
}

interface Work {
  readonly place: Place;
  readonly trees: Map<string, Tree>;
  readonly contents: Contents;
  /** Attachments that the database has, by digest. */
  readonly known: ReadonlyMap<string, { bytes: number }>;
  readonly revsLimit: number;
}

const missingStub = (id: string, name: string) =>
  new CouchError(412, 'missing_stub', `Invalid attachment stub in ${id} for ${name}`);

/** Stubs of the attachments of a revision: of what came, and of what its ancestor or the database has already. */
function stubsOf(
  { contents, known }: Work,
  edit: Edit,
  { generation, parent }: { generation: number; parent: repo.StoredLeaf | undefined },
): Record<string, Stub> {
  const stubs: [string, Stub][] = [];
  for (const [name, given] of edit.attachments) {
    const content = contents.get(given);
    const before =
      parent && Object.hasOwn(parent.attachments, name) ? parent.attachments[name] : undefined;
    const revpos = Math.min(given.revpos ?? generation, generation);
    const { content_type } = given;
    if (content) {
      const { digest, bytes } = content;
      const at = edit.path ? revpos : before?.digest === digest ? before.revpos : generation;
      stubs.push([name, { content_type, revpos: at, digest, length: bytes }]);
      continue;
    }
    const { digest } = given;
    const found = digest === undefined ? undefined : known.get(digest);
    if (before && (digest === undefined || digest === before.digest)) stubs.push([name, before]);
    else if (digest !== undefined && found)
      stubs.push([name, { content_type, revpos, digest, length: found.bytes }]);
    else throw missingStub(edit.id, name);
  }
  return Object.fromEntries(stubs);
}

/** The next revision: the same edit of the same revision is the same one on every server. */
function nextRev(edit: Edit, parent: Leaf | undefined, stubs: Record<string, Stub>): string {
  const attachments = Object.entries(stubs).map(([name, { digest, content_type }]) => [
    ...[name, digest, content_type],
  ]);
  const content = JSON.stringify([edit.isDeleted, parent?.rev ?? null, edit.body, attachments]);
  const generation = parent ? generationOf(parent.rev) + 1 : 1;
  return `${generation}-${createHash('md5').update(content).digest('hex')}`;
}

/** Grows a tree by one revision. Throws a `CouchError` where that cannot be. */
function grow(work: Work, tree: Tree, edit: Edit): string {
  const { path, rev, isDeleted, body } = edit;
  let added: Leaf;
  let stubs: Record<string, Stub>;
  if (path) {
    const own: Leaf = { rev: rev!, isDeleted, path };
    const parent = tree.leaves.find((leaf) => placeIn(own, leaf.rev) >= 0);
    if (tree.leaves.some((leaf) => placeIn(leaf, own.rev) >= 0)) return own.rev;
    stubs = stubsOf(work, edit, { generation: generationOf(own.rev), parent });
    added = own;
  } else {
    const parent = parentOf(tree.leaves, rev, isDeleted);
    if (parent === null) throw conflict();
    const generation = parent ? generationOf(parent.rev) + 1 : 1;
    stubs = stubsOf(work, edit, { generation, parent });
    const next = nextRev(edit, parent, stubs);
    const id = next.slice(next.indexOf('-') + 1);
    added = { rev: next, isDeleted, path: [id, ...(parent?.path ?? [])] };
  }
  const grafted = graft(tree.leaves, added, work.revsLimit);
  if (!grafted) return added.rev;
  const sized = [body, JSON.stringify(stubs), JSON.stringify(grafted.leaf.path)];
  const bytes = sized.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  for (const old of tree.leaves) {
    if (grafted.gone.includes(old.rev) && old.body === undefined) tree.gone.add(old.rev);
  }
  tree.leaves = tree.leaves.filter((leaf) => !grafted.gone.includes(leaf.rev));
  tree.leaves.push({ ...grafted.leaf, attachments: stubs, bytes, body });
  tree.isChanged = true;
  return added.rev;
}

function applyOne(work: Work, edit: Edit): Outcome {
  const tree = work.trees.get(edit.id)!;
  try {
    return { ok: true, id: edit.id, rev: grow(work, tree, edit) };
  } catch (error) {
    if (!(error instanceof CouchError)) throw error;
    const { code, message } = error;
    return { id: edit.id, ...(edit.rev && { rev: edit.rev }), error: code, reason: message };
  }
}

/** Stores what has changed. Answers by how many bytes the database grew, and which content it names anew. */
async function storeTrees(
  queries: Queries,
  { place: { name }, trees, contents, known }: Work,
  { seq }: { seq: number },
): Promise<{ seq: number; grewBytes: number; stored: Set<string> }> {
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
  for (const content of contents.values()) {
    const { digest } = content;
    if (named.has(digest) && !known.has(digest)) fresh.set(digest, content);
  }
  const created = Date.now();
  const rows = [...fresh.values()].map((content) => ({ ...content, name, created }));
  if (rows.length > 0) await queries.insertInto('syncAttachments').values(rows).execute();
  for (const { bytes } of rows) grewBytes += bytes;
  await repo.insertLeaves(queries, name, added);
  await repo.upsertDocs(queries, name, docs);
  const loose = await repo.deleteLeaves(queries, name, gone);
  const unused = await repo.deleteUnusedAttachments(queries, name, loose);
  await noteLoose(
    queries,
    unused.map(({ hash }) => hash),
  );
  for (const { bytes } of unused) grewBytes -= bytes;
  return { seq: last, grewBytes, stored: new Set(rows.map(({ hash }) => hash)) };
}

/** Bytes of the stored leaves that something grew from. */
function goneBytes(before: ReadonlyMap<string, repo.StoredLeaf[]>, trees: Work['trees']): number {
  let bytes = 0;
  for (const [docId, { gone }] of trees) {
    for (const leaf of before.get(docId) ?? []) if (gone.has(leaf.rev)) bytes += leaf.bytes;
  }
  return bytes;
}

const MEGABYTE = 1024 * 1024;
const overQuota = (quotaBytes: number) =>
  new CouchError(
    413,
    'over_quota',
    `The documents of your devices may occupy ${Math.round(quotaBytes / MEGABYTE)} MB`,
  );

/** All edits of a call in the order in which they came, inside its transaction. */
async function applyAll(
  { quotaBytes }: Pick<SyncContext, 'quotaBytes'>,
  queries: Transaction<Schema>,
  { place, edits, contents }: { place: Place; edits: readonly Edit[]; contents: Contents },
): Promise<{ outcomes: Outcome[]; stored: Set<string>; isChanged: boolean }> {
  const { name } = place;
  const row = await repo.findDatabase(queries, name);
  if (!row) throw missing('Database does not exist.');
  const ids = [...new Set(edits.map(({ id }) => id))];
  const before = await repo.findLeaves(queries, name, ids);
  const trees = new Map(
    ids.map((id): [string, Tree] => [
      id,
      { leaves: [...(before.get(id) ?? [])], gone: new Set(), isChanged: false },
    ]),
  );
  const digests = new Set([...contents.values()].map(({ digest }) => digest));
  for (const { attachments } of edits) {
    for (const { digest } of attachments.values()) if (digest) digests.add(digest);
  }
  const known = await repo.findAttachments(queries, name, [...digests]);
  const work: Work = { place, trees, contents, known, revsLimit: row.revsLimit };
  const outcomes = edits.map((edit) => applyOne(work, edit));
  const { seq, grewBytes, stored } = await storeTrees(queries, work, row);
  const grew = grewBytes - goneBytes(before, trees);
  if (grew > 0 && row.bytes + grew > quotaBytes) throw overQuota(quotaBytes);
  await queries
    .updateTable('syncDatabases')
    .set({ seq, bytes: row.bytes + grew })
    .where('name', '=', name)
    .execute();
  return { outcomes, stored, isChanged: seq > row.seq };
}

/** Stores the content of attachments that came inside of their documents. */
async function receiveInline(
  context: SyncContext,
  edits: readonly Edit[],
): Promise<Map<GivenAttachment, Received>> {
  const contents = new Map<GivenAttachment, Received>();
  for (const { attachments } of edits) {
    for (const given of attachments.values()) {
      if (given.data === undefined) continue;
      contents.set(given, await receive(context.blobs, Buffer.from(given.data, 'base64')));
    }
  }
  return contents;
}

/**
 * Writes documents in one transaction, each of which changes or conflicts for itself. Content of attachments is stored
 * before, and taken away again where no document came to name it.
 * @param received content that came apart from the documents
 * @throws CouchError 404 without the database, 413 where it would have too much: then nothing is written
 */
export async function writeEdits(
  context: SyncContext,
  place: Place,
  edits: readonly Edit[],
  received: Contents = new Map(),
): Promise<Outcome[]> {
  const { database, blobs, waiting } = context;
  const contents = new Map([...received, ...(await receiveInline(context, edits))]);
  const hashes = [...new Set([...contents.values()].map(({ hash }) => hash))].sort();
  let stored = new Set<string>();
  try {
    const done = await database.transaction(async (transaction) => {
      // Always in the same order, so that two calls never wait for each other.
      for (const hash of hashes) await database.lock(transaction, `blob:${hash}`);
      await lockPresentAccount(database, transaction, place.userId);
      const applied = await applyAll(context, transaction, { place, edits, contents });
      for (const [given, { hash }] of contents) {
        if (!applied.stored.has(hash) || (await blobs.has(hash))) continue;
        // Someone removed the same content between storing it and naming it.
        if (given.data === undefined) throw new CouchError(503, 'unavailable', 'Try again');
        await blobs.put(Buffer.from(given.data, 'base64'));
      }
      return applied;
    });
    stored = done.stored;
    if (done.isChanged) waiting.changed(place.name);
    return done.outcomes;
  } finally {
    for (const hash of hashes) {
      if (!stored.has(hash)) await removeUnused({ database, blobs }, hash);
    }
  }
}
