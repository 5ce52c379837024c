/** Calls about one attachment. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { wantedRange } from '../../plugins/range.ts';
import { BlobMissingError } from '../../ports/blobs/blobStore.ts';
import type { Arrived } from './arrived.ts';
import type { Place, SyncContext } from './context.ts';
import { badRequest, CouchError, conflict, missing } from './couchError.ts';
import { requireDatabase } from './databases.ts';
import { checkAttachmentName, checkId, type Edit, type GivenAttachment } from './documents.ts';
import { chooseLeaf, findDocument, wholeOf } from './reading.ts';
import { findAttachments, type WholeLeaf } from './repo.ts';
import type { Parameters } from './requests.ts';
import { parseRev } from './revisions.ts';
import { writeEdits } from './writing.ts';

/** What is handed over as it is; everything else as bytes to be saved, for none of it may act as a page. */
const TYPES = new Set([
  ...['application/json', 'application/octet-stream', 'text/plain'],
  ...['audio/aiff', 'audio/flac', 'audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/webm'],
  ...['image/gif', 'image/jpeg', 'image/png', 'image/webp'],
]);

const bareType = (type: string): string => type.split(';')[0]!.trim().toLowerCase();

interface Named {
  readonly docId: string;
  readonly attachment: string;
}

/** The content of an attachment, or a range of it. */
export async function sendAttachment(
  context: SyncContext,
  place: Place,
  { docId, attachment }: Named,
  {
    request,
    reply,
    parameters,
  }: {
    request: FastifyRequest;
    reply: FastifyReply;
    parameters: Parameters;
  },
): Promise<unknown> {
  await requireDatabase(context, place);
  const leaves = await findDocument(context, place, docId);
  const leaf = chooseLeaf(leaves, { rev: parameters.text('rev'), isLatest: false });
  const stub = Object.hasOwn(leaf.attachments, attachment)
    ? leaf.attachments[attachment]
    : undefined;
  if (!stub) throw missing('Document is missing attachment');
  const { digest, length } = stub;
  const found = await findAttachments(context.database.queries, place.name, [digest]);
  const content = found.get(digest);
  if (!content) throw missing('Document is missing attachment');
  const etag = `"${digest.slice('md5-'.length)}"`;
  const type = TYPES.has(bareType(stub.content_type)) ? bareType(stub.content_type) : undefined;
  reply.headers({
    'content-type': type ?? 'application/octet-stream',
    ...(type === undefined && { 'content-disposition': 'attachment' }),
    'accept-ranges': 'bytes',
    etag,
  });
  if (fresh(request.headers, { etag })) return reply.code(304).send();
  const range = wantedRange(request.headers, etag, length);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${length}`);
    throw new CouchError(416, 'requested_range_not_satisfiable', `It has ${length} bytes`);
  }
  reply.header('content-length', range === 'whole' ? length : range.end - range.start + 1);
  if (range !== 'whole') {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${length}`);
  }
  if (request.method === 'HEAD') return reply.send();
  const { blobs } = context;
  const body = await (range === 'whole'
    ? blobs.get(content.hash)
    : blobs.getRange(content.hash, range.start, range.end)
  ).catch((error: unknown) => {
    throw error instanceof BlobMissingError ? missing('Document is missing attachment') : error;
  });
  return reply.send(body);
}

/** The document as it is, to be written again with other attachments. */
function againWith(
  docId: string,
  leaf: WholeLeaf | undefined,
  attachments: ReadonlyMap<string, GivenAttachment>,
): Edit {
  return {
    id: docId,
    rev: leaf?.isDeleted ? undefined : leaf?.rev,
    path: undefined,
    isDeleted: false,
    body: leaf && !leaf.isDeleted ? leaf.body : '{}',
    attachments,
  };
}

const stubsOf = (leaf: WholeLeaf | undefined): Map<string, GivenAttachment> =>
  new Map(
    Object.entries(leaf?.isDeleted ? {} : (leaf?.attachments ?? {})).map(([name, stub]) => [
      name,
      { ...stub, content: undefined },
    ]),
  );

/** The leaf that an attachment is changed of. Throws 409 as writing the document would. */
async function leafFor(
  context: SyncContext,
  place: Place,
  docId: string,
  rev: unknown,
): Promise<WholeLeaf | undefined> {
  checkId(docId);
  await requireDatabase(context, place);
  if (rev !== undefined && !parseRev(rev)) throw badRequest('Invalid rev format');
  const leaves = await findDocument(context, place, docId).catch((error: unknown) => {
    if (error instanceof CouchError && error.status === 404) return [];
    throw error;
  });
  if (rev === undefined && leaves[0] && !leaves[0].isDeleted) throw conflict();
  const leaf = rev === undefined ? leaves[0] : leaves.find((one) => one.rev === rev);
  if (!leaf) {
    if (rev === undefined) return undefined;
    throw conflict();
  }
  const whole = await wholeOf(context, place, docId, leaf);
  if (!whole) throw conflict();
  return whole;
}

async function write(context: SyncContext, place: Place, edit: Edit, arrived?: Arrived) {
  const [outcome] = await writeEdits(context, place, [edit], arrived);
  if (outcome && 'ok' in outcome) return outcome;
  throw conflict();
}

/** Stores content while it comes, and the document with it. */
export async function putAttachment(
  context: SyncContext,
  place: Place,
  { docId, attachment, rev }: Named & { rev: unknown },
  request: FastifyRequest,
  arrived: Arrived,
) {
  checkAttachmentName(attachment);
  const leaf = await leafFor(context, place, docId, rev);
  const type = request.headers['content-type'] ?? 'application/octet-stream';
  if (type.length > 255) throw badRequest('Invalid content type');
  const { quotaBytes } = context;
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > quotaBytes) throw new CouchError(413, 'over_quota', 'The attachment is too large');
  const source = (request.body as Readable | undefined) ?? Readable.from([]);
  const content = await arrived.take(source);
  const given: GivenAttachment = {
    content_type: type,
    revpos: undefined,
    content,
    digest: undefined,
  };
  const attachments = stubsOf(leaf).set(attachment, given);
  return write(context, place, againWith(docId, leaf, attachments), arrived);
}

/** The document without one of its attachments. */
export async function deleteAttachment(
  context: SyncContext,
  place: Place,
  { docId, attachment, rev }: Named & { rev: unknown },
) {
  const leaf = await leafFor(context, place, docId, rev);
  const attachments = stubsOf(leaf);
  if (!attachments.delete(attachment)) throw missing('Document is missing attachment');
  return write(context, place, againWith(docId, leaf, attachments));
}
