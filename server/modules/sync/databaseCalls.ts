/** Calls about the database of an account. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Server } from '../../kernel/module.ts';
import {
  findIdentity,
  type Identity,
  readBasic,
  readCredential,
  suspendedMessage,
} from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import type { Settings } from '../../settings.ts';
import { Arrived } from './arrived.ts';
import { deleteAttachment, putAttachment, sendAttachment } from './attachmentCalls.ts';
import { changesText, readAsked } from './changes.ts';
import type { Place, SyncContext } from './context.ts';
import { CouchError, forbidden, notHere } from './couchError.ts';
import {
  createDatabase,
  deleteDatabase,
  describeDatabase,
  requireDatabase,
  setRevsLimit,
} from './databases.ts';
import { bulkDocs, deleteDoc, getDoc, postDoc, putDoc, revOf } from './docCalls.ts';
import { checkLocalId } from './documents.ts';
import { allDocsText, bulkGetText } from './lists.ts';
import { findLocal, writeLocal } from './locals.ts';
import type { PeopleContext } from './people.ts';
import {
  asObject,
  type BodyLimits,
  LIST,
  MOST_TEXT_BYTES,
  type Parameters,
  SMALL,
} from './requests.ts';
import { revsDiff } from './revsDiff.ts';
import { createBreath, type Turns } from './turns.ts';

export interface SyncParts extends PeopleContext, Pick<Server, 'database' | 'blobs' | 'fanOut'> {
  readonly settings: Pick<Settings, 'admins' | 'moderators' | 'syncBytes'>;
}

/** Calls of one account with a body, in a minute. */
const CALLS = { max: 1200, windowMs: 60_000 };
/** Pieces of an answer are sent together up to this many letters. */
const PIECE_LETTERS = 64 * 1024;

/** A request with what has been read of it. */
export interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly parameters: Parameters;
  readonly method: string;
  /** Reads the body. To be asked for once it is sure that the caller may make this call. */
  body(limits: BodyLimits): Promise<unknown>;
}

/** Text in pieces that are worth sending, but for what waits: a beat goes at once. */
async function* gathered(text: AsyncGenerator<string>): AsyncGenerator<string> {
  const breathe = createBreath();
  let kept = '';
  for await (const piece of text) {
    kept += piece;
    await breathe();
    if (kept.length < PIECE_LETTERS && piece !== '\n') continue;
    yield kept;
    kept = '';
  }
  if (kept) yield kept;
}

/** Sends text while it is made, in turn with others. What goes wrong before the first of it is an answer of its own. */
async function sendText(
  { turns, place, reply }: { turns: Turns; place: Place; reply: FastifyReply },
  text: AsyncGenerator<string>,
): Promise<unknown> {
  const pieces = gathered(text);
  const next = () => turns.run(place.userId, () => pieces.next());
  const first = await next();
  reply.type('application/json; charset=utf-8');
  async function* all() {
    try {
      for (let piece = first; !piece.done; piece = await next()) yield piece.value;
    } finally {
      await pieces.return(undefined);
    }
  }
  return reply.send(Readable.from(all(), { objectMode: false }));
}

export const notAllowed = ({ method }: Pick<Call, 'method'>) =>
  new CouchError(405, 'method_not_allowed', `${method} is not for this address`);

export interface In {
  readonly identity: Identity;
  readonly place: Place;
  readonly rest: readonly string[];
}

/** Lets content come, and takes away again what nothing came to name. */
async function withArrived<T>(context: SyncContext, work: (arrived: Arrived) => Promise<T>) {
  const arrived = new Arrived(context);
  try {
    return await work(arrived);
  } finally {
    await arrived.close();
  }
}

/** Reads documents, and works on them when the account's turn comes. */
function withDocuments<T>(
  context: SyncContext,
  call: Call,
  { userId }: Place,
  work: (body: unknown, arrived: Arrived) => Promise<T>,
): Promise<T> {
  return withArrived(context, async (arrived) => {
    const body = await call.body({ mostBytes: MOST_TEXT_BYTES, arrived });
    return context.turns.run(userId, () => work(body, arrived));
  });
}

/** Posts that only read. */
const READING = new Set([
  '_all_docs',
  '_bulk_get',
  '_changes',
  '_revs_diff',
  '_ensure_full_commit',
]);

/** Throws where the account may not write, or calls too often; what is asked for by address alone is not counted here. */
async function admit(
  { database }: SyncContext,
  { method }: Call,
  { identity, rest }: In,
): Promise<void> {
  if (method === 'GET') return;
  const isReading = method === 'POST' && READING.has(rest[0] ?? '');
  if (identity.suspension && !isReading) throw forbidden(suspendedMessage(identity.suspension));
  await limit(database.queries, `sync:${identity.userId}`, { ...CALLS, nowMs: Date.now() });
}

/** Answers what is about the database of who calls. */
export async function answerDatabase(parts: SyncParts, context: SyncContext, call: Call, into: In) {
  const { place, rest } = into;
  const { method, reply } = call;
  const [first] = rest;
  await admit(context, call, into);
  if (first === undefined) {
    if (method === 'GET') return describeDatabase(await requireDatabase(context, place));
    if (method === 'PUT') return reply.code(201).send(await createDatabase(context, place));
    if (method === 'DELETE')
      return context.turns.run(place.userId, () => deleteDatabase(context, place));
    return withDocuments(context, call, place, async (body, arrived) =>
      reply.code(201).send(await postDoc(context, place, body, arrived)),
    );
  }
  if (first === '_local') return answerLocal(context, call, into);
  if (first === '_design') throw forbidden('This server keeps no design documents');
  if (first.startsWith('_')) return answerSpecial(parts, context, call, into);
  if (rest.length === 1) return answerDoc(context, call, into, first);
  return answerAttachment(context, call, into, first);
}

async function answerSpecial(
  parts: SyncParts,
  context: SyncContext,
  call: Call,
  { place, rest }: In,
) {
  const { method, reply, request, parameters } = call;
  const asked = `${method} ${rest.join('/')}`;
  const send = (text: AsyncGenerator<string>) => sendText({ ...context, place, reply }, text);
  switch (asked) {
    case 'POST _bulk_docs':
      return withDocuments(context, call, place, async (body, arrived) =>
        reply.code(201).send(await bulkDocs(context, place, body, arrived)),
      );
    case 'POST _bulk_get':
      return send(await bulkGetText(context, place, parameters, await call.body(LIST)));
    case 'POST _revs_diff': {
      const body = await call.body(LIST);
      return context.turns.run(place.userId, () => revsDiff(context, place, body));
    }
    case 'GET _all_docs':
    case 'POST _all_docs':
      return send(await allDocsText(context, place, parameters, await call.body(LIST)));
    case 'GET _changes':
    case 'POST _changes': {
      const body = method === 'POST' ? await call.body(LIST) : undefined;
      const wanted = readAsked(parameters, body);
      const mayHear = () => isSignedIn(parts, request);
      const text = await changesText(context, place, wanted, { request, mayHear });
      return text.isWaiting ? sendBeating(reply, text.pieces) : send(text.pieces);
    }
    case 'GET _revs_limit':
      return reply
        .type('application/json; charset=utf-8')
        .send(String((await requireDatabase(context, place)).revsLimit));
    case 'PUT _revs_limit':
      await requireDatabase(context, place);
      return setRevsLimit(context, place, await call.body(SMALL));
    case 'GET _security':
      return {};
    case 'POST _ensure_full_commit':
      return reply.code(201).send({ ok: true, instance_start_time: '0' });
    case 'POST _compact':
      // What is no leaf is not kept in the first place.
      return reply.code(202).send({ ok: true });
    default:
      throw notHere(rest[0]!.slice(0, 40));
  }
}

/** The headers go at once, so that nothing between gives up before the first beat. */
function sendBeating(reply: FastifyReply, text: AsyncGenerator<string>): FastifyReply {
  reply.type('application/json; charset=utf-8');
  return reply.send(Readable.from(gathered(text), { objectMode: false }));
}

/** Is the session of a call still there? */
async function isSignedIn(
  { database, settings }: SyncParts,
  { headers: { authorization } }: FastifyRequest,
): Promise<boolean> {
  const credential = readBasic(authorization) ?? readCredential(authorization);
  if (!credential) return false;
  return (await findIdentity(database.queries, settings, credential, Date.now())) !== null;
}

async function answerLocal(context: SyncContext, call: Call, { place, rest }: In) {
  const { method, reply, parameters, request } = call;
  const docId = rest.slice(1).join('/');
  checkLocalId(docId);
  await requireDatabase(context, place);
  if (method === 'GET') return findLocal(context, place, docId);
  const doc = method === 'PUT' ? asObject(await call.body(SMALL)) : null;
  if (!doc && method !== 'DELETE') throw notAllowed(call);
  const rev = revOf(doc ?? {}, parameters, request.headers['if-match']);
  const isGone = doc?._deleted === true;
  const done = await writeLocal(context, place, { docId, rev, doc: isGone ? null : doc });
  return reply.code(doc ? 201 : 200).send(done);
}

async function answerDoc(context: SyncContext, call: Call, { place }: In, docId: string) {
  const { method, reply, parameters, request } = call;
  const ifMatch = request.headers['if-match'];
  switch (method) {
    case 'GET': {
      const { text, etag } = await getDoc(context, place, docId, parameters);
      if (etag !== undefined) reply.header('etag', `"${etag}"`);
      return sendText({ ...context, place, reply }, text);
    }
    case 'PUT':
      return withDocuments(context, call, place, async (given, arrived) => {
        const body = asObject(given);
        const rev = revOf(body, parameters, ifMatch);
        const doc = { docId, body, rev };
        return reply.code(201).send(await putDoc(context, place, doc, parameters, arrived));
      });
    case 'DELETE':
      return deleteDoc(context, place, { docId, rev: revOf({}, parameters, ifMatch) });
    default:
      throw notAllowed(call);
  }
}

async function answerAttachment(
  context: SyncContext,
  call: Call,
  { place, rest }: In,
  docId: string,
) {
  const { method, reply, parameters, request } = call;
  const named = { docId, attachment: rest.slice(1).join('/') };
  const rev = revOf({}, parameters, request.headers['if-match']);
  if (method === 'GET')
    return sendAttachment(context, place, named, { request, reply, parameters });
  if (method === 'PUT') {
    return withArrived(context, async (arrived) => {
      const put = await putAttachment(context, place, { ...named, rev }, request, arrived);
      return reply.code(201).send(put);
    });
  }
  if (method === 'DELETE') return deleteAttachment(context, place, { ...named, rev });
  throw notAllowed(call);
}
