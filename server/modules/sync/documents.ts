/** Documents as they come, and what of them is refused. */
import { newId } from '../../../src/data/rules/ids.ts';
import type { Received } from './context.ts';
import { badRequest, CouchError, forbidden } from './couchError.ts';
import { generationOf, parseRev } from './revisions.ts';

const MOST_ID_LETTERS = 256;
const MOST_BYTES = 1024 * 1024;
const MOST_ATTACHMENTS = 100;

/** What a stub says of an attachment. */
export interface Stub {
  readonly content_type: string;
  /** Generation in which it came. */
  readonly revpos: number;
  /** `md5-` and base64. */
  readonly digest: string;
  readonly length: number;
}

/** An attachment as it comes: with its content, or as what is there already. */
export interface GivenAttachment {
  readonly content_type: string;
  readonly revpos: number | undefined;
  /** What lies in the store; undefined for a stub. */
  readonly content: Received | undefined;
  readonly digest: string | undefined;
}

/** Finds the content that stands for this value in a document. */
export type FindContent = (data: unknown) => Received | undefined;

/** A document that is to be written. */
export interface Edit {
  readonly id: string;
  /** The revision that it has (replicated), or that it goes on from; undefined for none. */
  readonly rev: string | undefined;
  /** Ids of the revision and its ancestors where the document brings its history. */
  readonly path: readonly string[] | undefined;
  readonly isDeleted: boolean;
  /** JSON of the members that do not begin with `_`. */
  readonly body: string;
  readonly attachments: ReadonlyMap<string, GivenAttachment>;
}

/** Members that begin with `_` and that clients send along; what is not read here is made anew. */
const SPECIAL = new Set([
  ...['_id', '_rev', '_attachments', '_deleted', '_revisions', '_revs_info', '_conflicts'],
  ...['_deleted_conflicts', '_local_seq'],
]);

const PROTOTYPE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

const illegalId = (reason: string) => new CouchError(400, 'illegal_docid', reason);

/**
 * Throws unless this can be the id of a `_local` document, without `_local/` before it. It may begin with `_`, as one in
 * 64 of those does under which PouchDB notes how far it has come.
 */
export function checkLocalId(id: unknown): asserts id is string {
  if (typeof id !== 'string') throw illegalId('Document id must be a string');
  if (id === '') throw illegalId('Document id must not be empty');
  if (id.length > MOST_ID_LETTERS) {
    throw illegalId(`Document id has at most ${MOST_ID_LETTERS} letters`);
  }
  if (!id.isWellFormed() || id.includes('\0')) throw illegalId('Document id must be plain text');
  if (PROTOTYPE_NAMES.has(id)) throw illegalId('This id is reserved');
}

/** Throws unless this can be the id of a document. */
export function checkId(id: unknown): asserts id is string {
  checkLocalId(id);
  if (id.startsWith('_design/')) throw forbidden('This server keeps no design documents');
  if (id.startsWith('_')) throw illegalId('Only reserved document ids may start with underscore.');
}

/** The members of a document without the special ones, as JSON. Throws for special ones that do not exist, and for long ones. */
export function bodyOf(doc: Record<string, unknown>): string {
  const own: [string, unknown][] = [];
  for (const [name, value] of Object.entries(doc)) {
    if (!name.startsWith('_')) own.push([name, value]);
    else if (!SPECIAL.has(name)) {
      throw new CouchError(400, 'doc_validation', `Bad special document member: ${name}`);
    }
  }
  const body = JSON.stringify(Object.fromEntries(own));
  if (Buffer.byteLength(body) > MOST_BYTES) {
    throw new CouchError(413, 'document_too_large', `A document has at most ${MOST_BYTES} bytes`);
  }
  return body;
}

const DIGEST = /^md5-[A-Za-z0-9+/]{22}==$/;

const badAttachment = (name: string) =>
  badRequest(`Invalid attachment ${JSON.stringify(name.slice(0, 80))}`);

/** Throws unless this can be the name of an attachment. */
export function checkAttachmentName(name: string): void {
  const isText = name.isWellFormed() && !name.includes('\0');
  if (!isText || name === '' || name.length > MOST_ID_LETTERS) throw badAttachment(name);
  if (name.startsWith('_')) {
    const reason = `Attachment name '${name.slice(0, 80)}' starts with prohibited character '_'`;
    throw badRequest(reason);
  }
}

function readAttachment(name: string, value: unknown, find: FindContent): GivenAttachment {
  if (typeof value !== 'object' || value === null) throw badAttachment(name);
  const { content_type, data, stub, revpos, digest } = value as Record<string, unknown>;
  const type = content_type ?? 'application/octet-stream';
  if (typeof type !== 'string' || type.length > 255) throw badAttachment(name);
  const content = stub === true ? undefined : find(data);
  if (stub !== true && !content) throw badAttachment(name);
  return {
    content_type: type,
    revpos: Number.isSafeInteger(revpos) && Number(revpos) > 0 ? Number(revpos) : undefined,
    content,
    digest: typeof digest === 'string' && DIGEST.test(digest) ? digest : undefined,
  };
}

function readAttachments(given: unknown, find: FindContent): Map<string, GivenAttachment> {
  if (given === undefined) return new Map();
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw badRequest('_attachments must be an object');
  }
  const entries = Object.entries(given);
  if (entries.length > MOST_ATTACHMENTS) {
    throw badRequest(`A document has at most ${MOST_ATTACHMENTS} attachments`);
  }
  return new Map(
    entries.map(([name, value]) => {
      checkAttachmentName(name);
      return [name, readAttachment(name, value, find)];
    }),
  );
}

const badRev = () => badRequest('Invalid rev format');

/** Ids of a `_revisions` member, newest first; of a document without one its revision alone. */
function readPath(rev: string, revisions: unknown): readonly string[] {
  const generation = generationOf(rev);
  const own = rev.slice(rev.indexOf('-') + 1);
  if (revisions === undefined) return [own];
  const { start, ids } = (revisions ?? {}) as { start?: unknown; ids?: unknown };
  const isPath =
    Array.isArray(ids) &&
    start === generation &&
    ids[0] === own &&
    ids.length <= generation &&
    ids.every((id, at) => parseRev(`${generation - at}-${id}`) !== null);
  if (!isPath) throw badRequest('Invalid _revisions');
  return ids as string[];
}

/**
 * Reads a document that is to be written.
 * @param given.isReplicated it has its revision and history already (`new_edits` false)
 * @param given.find content that came with the call
 * @throws CouchError
 */
export function readEdit(
  doc: Record<string, unknown>,
  {
    isReplicated,
    id = doc._id ?? newId(),
    find = () => undefined,
  }: { isReplicated: boolean; id?: unknown; find?: FindContent },
): Edit {
  checkId(id);
  const { _rev: rev, _deleted: deleted } = doc;
  if (rev !== undefined && parseRev(rev) === null) throw badRev();
  if (isReplicated && rev === undefined) throw badRev();
  return {
    id,
    rev: rev as string | undefined,
    path: isReplicated ? readPath(rev as string, doc._revisions) : undefined,
    isDeleted: deleted === true,
    body: bodyOf(doc),
    attachments: readAttachments(doc._attachments, find),
  };
}
