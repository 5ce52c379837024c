/** Calls about one document. */
import { newId } from '../../../src/data/rules/ids.ts';
import type { Arrived } from './arrived.ts';
import type { Place, SyncContext } from './context.ts';
import { badRequest, CouchError, conflict, forbidden, missing } from './couchError.ts';
import { requireDatabase } from './databases.ts';
import { checkId, checkLocalId, type Edit, readEdit } from './documents.ts';
import type { Outcome } from './growing.ts';
import { MOST_DOCS } from './lists.ts';
import { writeLocal } from './locals.ts';
import { chooseLeaf, findDocument, openRevs, tell, textOf, wholeOf } from './reading.ts';
import { findDocs } from './repo.ts';
import { asList, asObject, type Parameters } from './requests.ts';
import { parseRev } from './revisions.ts';
import { createBreath } from './turns.ts';
import { writeEdits } from './writing.ts';

/** `text` with the `ETag` of what it is. */
export interface DocText {
  readonly text: AsyncGenerator<string>;
  readonly etag: string | undefined;
}

/** A document as text, or with `open_revs` those of its leaves that are asked for. */
export async function getDoc(
  context: SyncContext,
  place: Place,
  docId: string,
  parameters: Parameters,
): Promise<DocText> {
  await requireDatabase(context, place);
  const telling = {
    revs: parameters.flag('revs'),
    revsInfo: parameters.flag('revs_info'),
    conflicts: parameters.flag('conflicts') || parameters.flag('meta'),
    deletedConflicts: parameters.flag('deleted_conflicts') || parameters.flag('meta'),
  };
  const withData = parameters.flag('attachments');
  const isLatest = parameters.flag('latest');
  const asked = parameters.text('open_revs');
  const leaves = await findDocument(context, place, docId).catch((error: unknown) => {
    if (asked === undefined || !(error instanceof CouchError)) throw error;
    return [];
  });
  if (asked !== undefined) {
    const revs = asked === 'all' ? asked : readRevs(parameters);
    if (revs === 'all' && leaves.length === 0) throw missing();
    const found = openRevs(leaves, revs, isLatest);
    const text = (async function* () {
      let before = '[';
      for (const one of found) {
        yield before;
        before = ',';
        if ('missing' in one) yield JSON.stringify(one);
        else {
          const whole = await wholeOf(context, place, docId, one);
          if (!whole) {
            yield JSON.stringify({ missing: one.rev });
            continue;
          }
          yield '{"ok":';
          yield* textOf(context, place, tell(docId, whole, leaves, telling), withData);
          yield '}';
        }
      }
      yield before === '[' ? '[]' : ']';
    })();
    return { text, etag: undefined };
  }
  const leaf = await wholeOf(
    context,
    place,
    docId,
    chooseLeaf(leaves, { rev: parameters.text('rev'), isLatest }),
  );
  // Another call wrote between the two questions.
  if (!leaf) return getDoc(context, place, docId, parameters);
  const seq = parameters.flag('local_seq')
    ? (await findDocs(context.database.queries, place.name, [docId])).get(docId)?.seq
    : undefined;
  const told = tell(docId, leaf, leaves, { ...telling, ...(seq !== undefined && { seq }) });
  return { text: textOf(context, place, told, withData), etag: leaf.rev };
}

function readRevs(parameters: Parameters): string[] {
  const given = parameters.json('open_revs');
  const list = asList(given, 'open_revs', MOST_DOCS);
  for (const rev of list) if (!parseRev(rev)) throw badRequest('Invalid rev format');
  return list as string[];
}

/** The one document that was written. Throws what kept it from being written. */
async function writeOne(context: SyncContext, place: Place, edit: Edit, arrived?: Arrived) {
  const [outcome] = await writeEdits(context, place, [edit], arrived);
  return requireDone(outcome!);
}

function requireDone(outcome: Outcome): { ok: true; id: string; rev: string } {
  if ('ok' in outcome) return outcome;
  if (outcome.error === 'conflict') throw conflict();
  if (outcome.error === 'forbidden') throw forbidden(outcome.reason);
  throw new CouchError(412, outcome.error, outcome.reason);
}

/** The revision that a call names in its document, its address or `If-Match`. */
export function revOf(
  doc: Record<string, unknown>,
  parameters: Parameters,
  ifMatch: string | undefined,
): unknown {
  const given = [doc._rev, parameters.text('rev'), ifMatch?.replace(/^"(.*)"$/, '$1')];
  const named = [...new Set(given.filter((rev) => rev !== undefined && rev !== ''))];
  if (named.length > 1) throw badRequest('Document rev from request body and query string differ');
  return named[0];
}

/** Writes a document under its id. */
export async function putDoc(
  context: SyncContext,
  place: Place,
  { docId, body, rev }: { docId: string; body: unknown; rev: unknown },
  parameters: Parameters,
  arrived: Arrived,
) {
  const doc = asObject(body);
  if (doc._id !== undefined && doc._id !== docId) {
    throw badRequest('Document id must be as in the address');
  }
  const isReplicated = !parameters.flag('new_edits', true);
  const find = (data: unknown) => arrived.find(data);
  const edit = readEdit({ ...doc, _rev: rev }, { isReplicated, id: docId, find });
  return writeOne(context, place, edit, arrived);
}

/** Writes a document under the id that it has, or a new one. */
export function postDoc(context: SyncContext, place: Place, body: unknown, arrived: Arrived) {
  const find = (data: unknown) => arrived.find(data);
  const edit = readEdit(asObject(body), { isReplicated: false, find });
  return writeOne(context, place, edit, arrived);
}

/** Leaves a tombstone. Throws 404 where there is no document, 409 for another revision than a present one. */
export async function deleteDoc(
  context: SyncContext,
  place: Place,
  { docId, rev }: { docId: string; rev: unknown },
) {
  checkId(docId);
  await requireDatabase(context, place);
  const leaves = await findDocument(context, place, docId);
  if (leaves[0]?.isDeleted && rev === undefined) throw missing('deleted');
  return writeOne(
    context,
    place,
    readEdit({ _rev: rev, _deleted: true }, { isReplicated: false, id: docId }),
  );
}

/** A `_local` document among others: it is written for itself. */
async function writeLocalOf(
  context: SyncContext,
  place: Place,
  doc: Record<string, unknown>,
): Promise<Outcome> {
  const id = String(doc._id);
  const docId = id.slice(LOCAL.length);
  checkLocalId(docId);
  try {
    const isGone = doc._deleted === true;
    return await writeLocal(context, place, { docId, rev: doc._rev, doc: isGone ? null : doc });
  } catch (error) {
    if (!(error instanceof CouchError)) throw error;
    return { id, error: error.code, reason: error.message };
  }
}

const LOCAL = '_local/';
const isLocal = ({ _id: id }: Record<string, unknown>): boolean =>
  typeof id === 'string' && id.startsWith(LOCAL);

/** A document of a batch, or its refusal where that does not keep the others: clients note it as denied. */
function readOne(
  doc: Record<string, unknown>,
  isReplicated: boolean,
  arrived: Arrived,
): Edit | Outcome {
  try {
    const find = (data: unknown) => arrived.find(data);
    return readEdit(doc, { isReplicated, id: doc._id ?? newId(), find });
  } catch (error) {
    if (!(error instanceof CouchError) || error.status !== 403) throw error;
    return { id: String(doc._id), error: error.code, reason: error.message };
  }
}

/** `_bulk_docs`: what became of each document in their order, or with `new_edits` false of those that failed. */
export async function bulkDocs(
  context: SyncContext,
  place: Place,
  body: unknown,
  arrived: Arrived,
) {
  const { docs, new_edits: newEdits } = asObject(body);
  if (newEdits !== undefined && typeof newEdits !== 'boolean') {
    throw badRequest('new_edits must be true or false');
  }
  const isReplicated = newEdits === false;
  const breathe = createBreath();
  const list = asList(docs, 'docs', MOST_DOCS).map(asObject);
  await requireDatabase(context, place);
  const read: (Edit | Outcome | Record<string, unknown>)[] = [];
  for (const doc of list) {
    read.push(isLocal(doc) ? doc : readOne(doc, isReplicated, arrived));
    await breathe();
  }
  const isEdit = (one: (typeof read)[number]): one is Edit => 'attachments' in one && 'body' in one;
  const written = (await writeEdits(context, place, read.filter(isEdit), arrived)).values();
  const outcomes: Outcome[] = [];
  for (const [at, one] of read.entries()) {
    await breathe();
    if (isLocal(list[at]!)) outcomes.push(await writeLocalOf(context, place, list[at]!));
    else outcomes.push(isEdit(one) ? written.next().value! : (one as Outcome));
  }
  return isReplicated ? outcomes.filter((outcome) => !('ok' in outcome)) : outcomes;
}
