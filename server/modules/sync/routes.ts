import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  findIdentity,
  type Identity,
  readBasic,
  readCredential,
  suspendedMessage,
} from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import type { BlobStore } from '../../ports/blobs/blobStore.ts';
import type { Database } from '../../ports/database/database.ts';
import { installationId } from '../../ports/database/installation.ts';
import type { FanOut } from '../../ports/fanOut/fanOut.ts';
import type { Settings } from '../../settings.ts';
import { deleteAttachment, putAttachment, sendAttachment } from './attachmentCalls.ts';
import { changesText, readAsked } from './changes.ts';
import { ownerOf, type Place, type SyncContext } from './context.ts';
import {
  answerCouchError,
  badRequest,
  CouchError,
  forbidden,
  missing,
  notHere,
  unauthorized,
} from './couchError.ts';
import {
  createDatabase,
  deleteDatabase,
  describeDatabase,
  describeDatabases,
  requireDatabase,
  setRevsLimit,
} from './databases.ts';
import { bulkDocs, deleteDoc, getDoc, postDoc, putDoc, revOf } from './docCalls.ts';
import { checkLocalId } from './documents.ts';
import { allDocsText, bulkGetText, revsDiff } from './lists.ts';
import { findLocal, writeLocal } from './locals.ts';
import {
  type PeopleContext,
  presentSession,
  presentUser,
  putUser,
  signIn,
  signOut,
} from './people.ts';
import { asObject, createJsonReader, MOST_BODY_BYTES, Parameters, partsOf } from './requests.ts';
import { createWaiting } from './waiting.ts';

export interface SyncParts extends PeopleContext {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly fanOut: FanOut;
  readonly settings: Pick<Settings, 'admins' | 'moderators' | 'syncBytes'>;
}

/** Calls of one account that write, in a minute. */
const WRITES = { max: 1200, windowMs: 60_000 };
/** Pieces of an answer are sent together up to this many letters. */
const PIECE_LETTERS = 64 * 1024;

/** A request with what has been read of it. */
interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly parameters: Parameters;
  readonly method: string;
  body(): Promise<unknown>;
}

/** Text in pieces that are worth sending, but for what waits: a beat goes at once. */
async function* gathered(text: AsyncGenerator<string>): AsyncGenerator<string> {
  let kept = '';
  for await (const piece of text) {
    kept += piece;
    if (kept.length < PIECE_LETTERS && piece !== '\n') continue;
    yield kept;
    kept = '';
  }
  if (kept) yield kept;
}

/** Sends text while it is made. What goes wrong before the first of it is an answer of its own. */
async function sendText(reply: FastifyReply, text: AsyncGenerator<string>): Promise<unknown> {
  const pieces = gathered(text);
  const first = await pieces.next();
  reply.type('application/json; charset=utf-8');
  if (first.done) return reply.send('');
  async function* all() {
    yield first.value as string;
    yield* pieces;
  }
  return reply.send(Readable.from(all(), { objectMode: false }));
}

const notAllowed = ({ method }: Call) =>
  new CouchError(405, 'method_not_allowed', `${method} is not for this address`);

/** `/db`: the part of CouchDB's protocol that PouchDB speaks. What is left out stands in docs/operations.md. */
export async function installSync(app: FastifyInstance, parts: SyncParts): Promise<void> {
  const { database, blobs, fanOut, settings } = parts;
  const waiting = createWaiting(fanOut);
  const context: SyncContext = { database, blobs, quotaBytes: settings.syncBytes, waiting };
  app.addHook('preClose', async () => waiting.close());
  await app.register(async (scope) => {
    scope.setErrorHandler(answerCouchError);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    const readJson = createJsonReader(scope);
    scope.addHook('onRequest', async (request, reply) => {
      const { authorization } = request.headers;
      const credential = readBasic(authorization) ?? readCredential(authorization);
      if (credential) {
        request.identity = await findIdentity(database.queries, settings, credential, Date.now());
      }
      reply.headers({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
    });
    for (const url of ['/db', '/db/*']) {
      scope.route({
        method: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
        url,
        schema: { hide: true },
        // Attachments are not held to it: they go to the store while they come.
        bodyLimit: Math.max(MOST_BODY_BYTES, settings.syncBytes),
        // Changes that are waited for go out piece by piece.
        compress: false,
        handler: (request, reply) =>
          answer(parts, context, {
            ...{ request, reply, method: request.method === 'HEAD' ? 'GET' : request.method },
            parameters: new Parameters(request.query),
            body: () => readJson(request),
          }),
      });
    }
  });
}

/** What is not about one database. */
async function answer(parts: SyncParts, context: SyncContext, call: Call): Promise<unknown> {
  const { request, reply, method } = call;
  const { identity } = request;
  const path = partsOf(request.raw.url ?? '');
  const [head, ...rest] = path;
  if (head === undefined) {
    const uuid = await installationId(context.database);
    return { couchdb: 'Welcome', version: '3.3.3', uuid, vendor: { name: 'Rondo' } };
  }
  if (head === '_session' && rest.length === 0) {
    if (method === 'POST') return signIn(parts, request, await call.body());
    if (method === 'DELETE') return signOut(parts, identity);
    if (method !== 'GET') throw notAllowed(call);
    if (!identity && request.headers.authorization !== undefined) {
      throw unauthorized('Name or password is incorrect.');
    }
    return presentSession(identity);
  }
  if (head === '_dbs_info' && rest.length === 0) {
    if (method !== 'POST') throw notAllowed(call);
    if (!identity) throw unauthorized();
    return describeDatabases(context, identity, await call.body());
  }
  if (head === '_users') return answerUser(parts, call, rest);
  const isAdmins = /^(_config|_node\/[^/]*\/_config)\/admins\//.test(path.join('/'));
  if (isAdmins) throw forbidden('Administrators come from the configuration of the server alone');
  if (head.startsWith('_')) throw notHere(head.slice(0, 40));
  const owner = ownerOf(head);
  // What a client says of a database that is none of a server: SPEC section 8.
  if (owner === null) throw badRequest('database is not remote');
  if (!identity) throw unauthorized();
  if (identity.userId !== owner) throw forbidden('You are not allowed to access this db.');
  if (identity.guestOf !== undefined) throw forbidden('Sign up to keep documents here');
  const place: Place = { name: head, userId: owner };
  reply.header('cache-control', 'private, no-cache');
  return answerDatabase(parts, context, call, { identity, place, rest });
}

async function answerUser(parts: SyncParts, call: Call, rest: readonly string[]) {
  const { request, reply, method } = call;
  const { identity } = request;
  const [id] = rest;
  if (id === undefined) {
    // Clients look whether it is there, and no more.
    if (method === 'GET') return { db_name: '_users' };
    throw notAllowed(call);
  }
  if (rest.length > 1) throw missing();
  if (method === 'GET') return presentUser(identity, id);
  if (method === 'PUT') {
    reply.code(201);
    return putUser(parts, request, { identity, id, body: await call.body() });
  }
  if (method === 'DELETE') throw forbidden('An account is deleted on its own page');
  throw notAllowed(call);
}

interface In {
  readonly identity: Identity;
  readonly place: Place;
  readonly rest: readonly string[];
}

/** Posts that only read. */
const READING = new Set([
  '_all_docs',
  '_bulk_get',
  '_changes',
  '_revs_diff',
  '_ensure_full_commit',
]);

/** Throws where the caller may not write: suspended, or too often. */
async function admitWriting({ database }: SyncContext, { identity, rest }: In): Promise<void> {
  if (identity.suspension) throw forbidden(suspendedMessage(identity.suspension));
  if (rest[0] === '_local') return;
  await limit(database.queries, `sync:${identity.userId}`, { ...WRITES, nowMs: Date.now() });
}

async function answerDatabase(parts: SyncParts, context: SyncContext, call: Call, into: In) {
  const { place, rest } = into;
  const { method, reply } = call;
  const [first] = rest;
  const isReading = method === 'GET' || (method === 'POST' && READING.has(first ?? ''));
  if (!isReading) await admitWriting(context, into);
  if (first === undefined) {
    if (method === 'GET') return describeDatabase(context, await requireDatabase(context, place));
    if (method === 'PUT') return reply.code(201).send(await createDatabase(context, place));
    if (method === 'DELETE') return deleteDatabase(context, place);
    return reply.code(201).send(await postDoc(context, place, await call.body()));
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
  switch (asked) {
    case 'POST _bulk_docs':
      return reply.code(201).send(await bulkDocs(context, place, await call.body()));
    case 'POST _bulk_get':
      return sendText(reply, await bulkGetText(context, place, parameters, await call.body()));
    case 'POST _revs_diff':
      return revsDiff(context, place, await call.body());
    case 'GET _all_docs':
    case 'POST _all_docs':
      return sendText(reply, await allDocsText(context, place, parameters, await call.body()));
    case 'GET _changes':
    case 'POST _changes': {
      const body = method === 'POST' ? await call.body() : undefined;
      const wanted = readAsked(parameters, body);
      const mayHear = () => isSignedIn(parts, request);
      const text = await changesText(context, place, wanted, { request, mayHear });
      return wanted.isWaiting ? sendBeating(reply, text) : sendText(reply, text);
    }
    case 'GET _revs_limit':
      return reply
        .type('application/json; charset=utf-8')
        .send(String((await requireDatabase(context, place)).revsLimit));
    case 'PUT _revs_limit':
      await requireDatabase(context, place);
      return setRevsLimit(context, place, await call.body());
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
  const doc = method === 'PUT' ? asObject(await call.body()) : null;
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
      return sendText(reply, text);
    }
    case 'PUT': {
      const body = asObject(await call.body());
      const rev = revOf(body, parameters, ifMatch);
      return reply.code(201).send(await putDoc(context, place, { docId, body, rev }, parameters));
    }
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
    return reply.code(201).send(await putAttachment(context, place, { ...named, rev }, request));
  }
  if (method === 'DELETE') return deleteAttachment(context, place, { ...named, rev });
  throw notAllowed(call);
}
