/** Calls about one document. */
import { newId } from '../../../src/data/rules/ids.ts';
import type { Place, SyncContext } from './context.ts';
import { badParameter, badRequest, CouchError, conflict, missing } from './couchError.ts';
import { requireDatabase } from './databases.ts';
import { checkId, type Edit, readEdit } from './documents.ts';
import { MOST_DOCS } from './lists.ts';
import { chooseLeaf, findDocument, openRevs, tell, textOf } from './reading.ts';
import { findDocs } from './repo.ts';
import { asList, asObject, type Parameters } from './requests.ts';
import { parseRev } from './revisions.ts';
import { type Contents, type Outcome, writeEdits } from './writing.ts';

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
          yield '{"ok":';
          yield* textOf(context, place, tell(docId, one, leaves, telling), withData);
          yield '}';
        }
      }
      yield before === '[' ? '[]' : ']';
    })();
    return { text, etag: undefined };
  }
  const leaf = chooseLeaf(leaves, { rev: parameters.text('rev'), isLatest });
  const seq = parameters.flag('local_seq')
    ? (await findDocs(context.database.queries, place.name, [docId])).get(docId)?.seq
    : undefined;
  const told = tell(docId, leaf, leaves, { ...telling, ...(seq !== undefined && { seq }) });
  return { text: textOf(context, place, told, withData), etag: leaf.rev };
}

function readRevs(parameters: Parameters): string[] {
  const list = asList(parameters.json('open_revs'), 'open_revs', MOST_DOCS);
  for (const rev of list) if (!parseRev(rev)) throw badParameter('Invalid rev format');
  return list as string[];
}

/** The one document that was written. Throws what kept it from being written. */
async function writeOne(context: SyncContext, place: Place, edit: Edit, contents?: Contents) {
  const [outcome] = await writeEdits(context, place, [edit], contents);
  return requireDone(outcome!);
}

function requireDone(outcome: Outcome): { ok: true; id: string; rev: string } {
  if ('ok' in outcome) return outcome;
  if (outcome.error === 'conflict') throw conflict();
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
) {
  const doc = asObject(body);
  if (doc._id !== undefined && doc._id !== docId) {
    throw badRequest('Document id must be as in the address');
  }
  const isReplicated = !parameters.flag('new_edits', true);
  const edit = readEdit({ ...doc, _rev: rev }, { isReplicated, id: docId });
  return writeOne(context, place, edit);
}

/** Writes a document under the id that it has, or a new one. */
export const postDoc = (context: SyncContext, place: Place, body: unknown) =>
  writeOne(context, place, readEdit(asObject(body), { isReplicated: false }));

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

/** `_bulk_docs`: what became of each document in their order, or with `new_edits` false of those that failed. */
export async function bulkDocs(context: SyncContext, place: Place, body: unknown) {
  const { docs, new_edits: newEdits } = asObject(body);
  if (newEdits !== undefined && typeof newEdits !== 'boolean') {
    throw badRequest('new_edits must be true or false');
  }
  const isReplicated = newEdits === false;
  const list = asList(docs, 'docs', MOST_DOCS).map(asObject);
  const outcomes: Outcome[] = [];
  const edits: Edit[] = [];
  for (const doc of list) {
    try {
      edits.push(readEdit(doc, { isReplicated, id: doc._id ?? newId() }));
    } catch (error) {
      // Refused for itself, so that the others go on: clients note it as denied.
      if (!(error instanceof CouchError) || error.status !== 403) throw error;
      const id = String(doc._id);
      outcomes.push({ id, error: error.code, reason: error.message });
    }
  }
  await requireDatabase(context, place);
  outcomes.push(...(await writeEdits(context, place, edits)));
  return isReplicated ? outcomes.filter((outcome) => !('ok' in outcome)) : outcomes;
}
