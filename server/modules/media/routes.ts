import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { STAGE_HEADER } from '../../../src/data/contract/constants.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { ID_PATTERN } from '../../../src/data/contract/fields.ts';
import type { Server } from '../../kernel/module.ts';
import { errorAnswer } from '../../plugins/errors.ts';
import { wantedRange } from '../../plugins/range.ts';
import { BlobMissingError } from '../../ports/blobs/blobStore.ts';
import { type MediaAccess, mediaAccess } from './access.ts';
import { type Content, findMedia, findTokenFile } from './repo.ts';

/** What a browser may play or show from here; anything else is handed over as a file to save. */
const SHOWN_TYPES = new Set([
  'audio/ogg',
  'audio/flac',
  'audio/wav',
  'audio/aiff',
  'image/png',
  'image/jpeg',
  'image/webp',
]);
/** The document of a token, for all who ask for it by name. */
const DATA_TYPES = new Set(['application/json']);

/** Caches keep a file so long at most, so that one that was removed is gone everywhere after a day. */
const DAY_SEC = 86_400;
/** What is named by its content never changes. */
const YEAR_SEC = 365 * DAY_SEC;

/** How a caller may have a file; `lasting` is named by its content, and open. */
type Shown = Exclude<MediaAccess, 'none'> | 'lasting';

const CACHING: Readonly<Record<Shown, string>> = {
  open: `public, max-age=${DAY_SEC}`,
  own: `private, max-age=${DAY_SEC}`,
  lasting: `public, max-age=${YEAR_SEC}, immutable`,
};

/**
 * Headers of a file that never changes and that must not act as a page of ours. Caches keep it for a day and then ask
 * again, which costs a 304. What is not for everyone is kept by nothing but the browser that asked, and there for the
 * session that asked.
 */
function fileHeaders(mime: string, etag: string, access: Shown): Record<string, string> {
  const shown = SHOWN_TYPES.has(mime) || DATA_TYPES.has(mime);
  return {
    'content-type': shown ? mime : 'application/octet-stream',
    ...(shown ? {} : { 'content-disposition': 'attachment' }),
    'cache-control': CACHING[access],
    ...(access === 'own' ? { vary: `authorization, ${STAGE_HEADER}` } : {}),
    etag,
    'accept-ranges': 'bytes',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  };
}

/**
 * `/media/{key}`, and `/media/tokens/{SHA-256}` for the files of tokens: whole or one range; for any origin, but with a
 * credential only for our own.
 */
export async function mediaRoutes(
  app: FastifyInstance,
  { database, blobs }: Pick<Server, 'database' | 'blobs'>,
): Promise<void> {
  const { queries } = database;
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD'],
    allowedHeaders: ['range', 'if-range', 'if-none-match'],
    exposedHeaders: ['content-length', 'content-range', 'accept-ranges', 'etag'],
    maxAge: 86_400,
  });

  async function answer(request: FastifyRequest<{ Params: { key: string } }>, reply: FastifyReply) {
    const { key } = request.params;
    const media = ID_PATTERN.test(key) ? await findMedia(queries, key) : undefined;
    const access = media && (await mediaAccess(queries, media, request.identity, request.stageOf));
    // What may not be heard does not exist, as far as the caller can tell.
    if (!access || access === 'none') throw new ApiError('not_found', 'No such file');
    return send(request, reply, media, access);
  }

  async function answerOfToken(
    request: FastifyRequest<{ Params: { hash: string } }>,
    reply: FastifyReply,
  ) {
    const { hash } = request.params;
    const file = /^[0-9a-f]{64}$/.test(hash) ? await findTokenFile(queries, hash) : undefined;
    if (!file) throw new ApiError('not_found', 'No such file');
    return send(request, reply, file, 'lasting');
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { hash, mime, size }: Content,
    access: Shown,
  ) {
    const etag = `"${hash}"`;
    if (fresh(request.headers, { etag })) {
      return reply
        .headers(fileHeaders(mime, etag, access))
        .code(304)
        .send();
    }
    const range = wantedRange(request.headers, etag, size);
    if (range === 'unsatisfiable') {
      reply.code(416).header('content-range', `bytes */${size}`);
      return reply.send(errorAnswer('range_not_satisfiable', `The file has ${size} bytes`));
    }
    const part = range === 'whole' ? undefined : range;
    const body =
      request.method === 'HEAD'
        ? undefined
        : await (part ? blobs.getRange(hash, part.start, part.end) : blobs.get(hash)).catch(
            missing,
          );
    reply.headers(fileHeaders(mime, etag, access));
    reply.header('content-length', part ? part.end - part.start + 1 : size);
    if (part) {
      reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
    }
    return reply.send(body);
  }

  /** A row without its blob is our own fault, but the listener only needs to know that nothing is there. */
  function missing(error: unknown): never {
    if (!(error instanceof BlobMissingError)) throw error;
    app.log.error({ err: error }, 'a media row has no blob');
    throw new ApiError('not_found', 'No such file');
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/:key',
    schema: { hide: true },
    handler: answer,
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/tokens/:hash',
    schema: { hide: true },
    handler: answerOfToken,
  });
}
