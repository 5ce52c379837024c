import type { FastifyInstance } from 'fastify';
import { findIdentity, readBasic, readCredential } from '../../plugins/identity.ts';
import { installationId } from '../../ports/database/installation.ts';
import { ownerOf, type Place, type SyncContext } from './context.ts';
import {
  answerCouchError,
  badRequest,
  forbidden,
  missing,
  notHere,
  unauthorized,
} from './couchError.ts';
import { answerDatabase, type Call, notAllowed, type SyncParts } from './databaseCalls.ts';
import { describeDatabases } from './databases.ts';
import { presentSession, presentUser, putUser, signIn, signOut } from './people.ts';
import { createJsonReader, MOST_BODY_BYTES, Parameters, partsOf, SMALL } from './requests.ts';
import { createTurns } from './turns.ts';
import { createWaiting } from './waiting.ts';

/** `/db`: the part of CouchDB's protocol that PouchDB speaks. What is left out stands in docs/operations.md. */
export async function installSync(app: FastifyInstance, parts: SyncParts): Promise<void> {
  const { database, blobs, fanOut, settings } = parts;
  const waiting = createWaiting(fanOut);
  const quotaBytes = settings.syncBytes;
  const context: SyncContext = { database, blobs, quotaBytes, waiting, turns: createTurns() };
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
        handler: async (request, reply) => {
          let end = () => {};
          try {
            return await answer(parts, context, {
              request,
              reply,
              method: request.method === 'HEAD' ? 'GET' : request.method,
              parameters: new Parameters(request.query),
              async body(limits) {
                const read = await readJson(request, limits);
                end = read.end;
                return read.body;
              },
            });
          } finally {
            end();
          }
        },
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
    if (method === 'POST') return signIn(parts, request, await call.body(SMALL));
    if (method === 'DELETE') return signOut(parts, identity);
    if (method !== 'GET') throw notAllowed(call);
    if (!identity && request.headers.authorization !== undefined) {
      throw unauthorized('Name or password is incorrect.');
    }
    return presentSession(identity);
  }
  if (identity?.pupilOf) throw forbidden('Pupils keep no documents here');
  if (head === '_dbs_info' && rest.length === 0) {
    if (method !== 'POST') throw notAllowed(call);
    if (!identity) throw unauthorized();
    return describeDatabases(context, identity, await call.body(SMALL));
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
    return putUser(parts, request, { identity, id, body: await call.body(SMALL) });
  }
  if (method === 'DELETE') throw forbidden('An account is deleted on its own page');
  throw notAllowed(call);
}
