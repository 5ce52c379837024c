import { BlobMissingError } from '../../ports/blobs/blobStore.ts';
import type { Place, SyncContext } from './context.ts';
import { badRequest, missing } from './couchError.ts';
import type { Stub } from './documents.ts';
import * as repo from './repo.ts';
import { byRank, generationOf, parseRev, placeIn, readRev } from './revisions.ts';

/** What a document is asked to tell of itself. */
export interface Telling {
  readonly revs?: boolean;
  readonly revsInfo?: boolean;
  readonly conflicts?: boolean;
  readonly deletedConflicts?: boolean;
  readonly localSeq?: boolean;
}

/** A document that is about to be sent. */
export interface Told {
  /** Its JSON without its attachments. */
  readonly text: string;
  readonly attachments: Readonly<Record<string, Stub>>;
}

const namesOf = (leaves: readonly repo.LeafName[], rev: string, isDeleted: boolean) =>
  leaves.filter((leaf) => leaf.rev !== rev && leaf.isDeleted === isDeleted).map((leaf) => leaf.rev);

/** One object out of the members of several, which are JSON of objects. */
const joined = (...objects: readonly string[]): string =>
  `{${objects
    .map((text) => text.slice(1, -1))
    .filter((text) => text !== '')
    .join(',')}}`;

/** A leaf as a document. @param leaves all of the document */
export function tell(
  docId: string,
  leaf: repo.WholeLeaf,
  leaves: readonly repo.LeafName[],
  telling: Telling & { readonly seq?: number },
): Told {
  const { rev, isDeleted, path, body, attachments } = leaf;
  const start = generationOf(rev);
  const conflicts = telling.conflicts ? namesOf(leaves, rev, false) : [];
  const deletedConflicts = telling.deletedConflicts ? namesOf(leaves, rev, true) : [];
  const head = { _id: docId, _rev: rev, ...(isDeleted && { _deleted: true }) };
  const more = {
    ...(telling.revs && { _revisions: { start, ids: path } }),
    ...(telling.revsInfo && {
      _revs_info: path.map((id, at) => ({
        rev: `${start - at}-${id}`,
        // What it grew from is not kept.
        status: at > 0 ? 'missing' : isDeleted ? 'deleted' : 'available',
      })),
    }),
    ...(conflicts.length > 0 && { _conflicts: conflicts }),
    ...(deletedConflicts.length > 0 && { _deleted_conflicts: deletedConflicts }),
    ...(telling.seq !== undefined && { _local_seq: telling.seq }),
  };
  return { text: joined(JSON.stringify(head), body, JSON.stringify(more)), attachments };
}

/** Base64 of content, in pieces of whole groups. Throws 404 when the content has gone meanwhile. */
async function* base64Of({ blobs }: SyncContext, hash: string): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const chunk of (await blobs.get(hash)) as AsyncIterable<Buffer>) {
    const all = Buffer.concat([rest, chunk]);
    const whole = all.length - (all.length % 3);
    yield all.toString('base64', 0, whole);
    rest = Buffer.from(all.subarray(whole));
  }
  yield rest.toString('base64');
}

/** The text of a document, piece by piece. @param withData with the content of its attachments instead of stubs */
export async function* textOf(
  context: SyncContext,
  { name }: Pick<Place, 'name'>,
  { text, attachments }: Told,
  withData: boolean,
): AsyncGenerator<string> {
  const entries = Object.entries(attachments);
  if (entries.length === 0) {
    yield text;
    return;
  }
  const stubs = entries.map(([key, stub]): [string, object] => [key, { ...stub, stub: true }]);
  const head = `${text.slice(0, -1)},"_attachments":`;
  if (!withData) {
    yield `${head}${JSON.stringify(Object.fromEntries(stubs))}}`;
    return;
  }
  const found = await repo.findAttachments(
    context.database.queries,
    name,
    entries.map(([, { digest }]) => digest),
  );
  let before = `${head}{`;
  for (const [key, { content_type, revpos, digest }] of entries) {
    const content = found.get(digest);
    if (!content) throw new BlobMissingError(digest);
    const facts = JSON.stringify({ content_type, revpos, digest });
    yield `${before}${JSON.stringify(key)}:${facts.slice(0, -1)},"data":"`;
    yield* base64Of(context, content.hash);
    before = '"},';
  }
  yield '"}}}';
}

/** The leaves of a document, the winner first. Throws 404 where there is none. */
export async function findDocument(
  { database: { queries } }: Pick<SyncContext, 'database'>,
  { name }: Pick<Place, 'name'>,
  docId: string,
): Promise<repo.StoredLeaf[]> {
  const leaves = (await repo.findLeaves(queries, name, [docId])).get(docId) ?? [];
  if (leaves.length === 0) throw missing();
  return leaves.sort(byRank);
}

/** A leaf with what is in it; undefined where something grew from it meanwhile. */
export async function wholeOf(
  { database: { queries } }: Pick<SyncContext, 'database'>,
  { name }: Pick<Place, 'name'>,
  docId: string,
  leaf: repo.StoredLeaf,
): Promise<repo.WholeLeaf | undefined> {
  const body = await repo.findBody(queries, name, { docId, rev: leaf.rev });
  return body === undefined ? undefined : { ...leaf, body };
}

/**
 * The leaf that is asked for: the winner without a revision; with one that leaf, or with `isLatest` what grew from it.
 * @throws CouchError 404 as CouchDB says it, 400 for what is no revision
 */
export function chooseLeaf(
  leaves: readonly repo.StoredLeaf[],
  { rev, isLatest }: { rev: string | undefined; isLatest: boolean },
): repo.StoredLeaf {
  if (rev === undefined) {
    const [winner] = leaves;
    if (!winner) throw missing();
    if (winner.isDeleted) throw missing('deleted');
    return winner;
  }
  if (!parseRev(rev)) throw badRequest('Invalid rev format');
  const [found] = growingFrom(leaves, rev, isLatest);
  if (!found) throw missing();
  return found;
}

/** The leaf of this revision, or with `isLatest` every leaf that grew from it. */
function growingFrom(
  leaves: readonly repo.StoredLeaf[],
  rev: string,
  isLatest: boolean,
): repo.StoredLeaf[] {
  if (!isLatest) return leaves.filter((leaf) => leaf.rev === rev);
  const read = readRev(rev);
  return leaves.filter((leaf) => placeIn(leaf, read) >= 0);
}

/** Leaves for `open_revs`: those that are named, or all. */
export function openRevs(
  leaves: readonly repo.StoredLeaf[],
  asked: 'all' | readonly string[],
  isLatest: boolean,
): (repo.StoredLeaf | { readonly missing: string })[] {
  if (asked === 'all') return [...leaves];
  const found = new Set<repo.StoredLeaf>();
  const lost: { missing: string }[] = [];
  for (const rev of asked) {
    const of = growingFrom(leaves, rev, isLatest);
    for (const leaf of of) found.add(leaf);
    if (of.length === 0) lost.push({ missing: rev });
  }
  return [...found, ...lost];
}
