import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { STAGE_HEADER } from '../../src/data/contract/constants.ts';
import {
  type Endpoint,
  ErrorAnswerSchema,
  endpointUrl,
  isClosedToSuspended,
} from '../../src/data/contract/endpoints.ts';
import { ERROR_STATUS } from '../../src/data/contract/errors.ts';
import { type Identity, type Reader, requireAccess } from './identity.ts';
import { requireOpen } from './mode.ts';
import { validateWith } from './validation.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = Parsed<
  E extends Record<K, infer S> ? S : undefined
>;

/** What a handler gets: the checked parts of the request, and the request itself. */
export interface RouteInput<E extends Endpoint> {
  readonly params: Part<E, 'params'>;
  readonly query: Part<E, 'query'>;
  readonly body: Part<E, 'body'>;
  readonly request: FastifyRequest;
  /** Who calls; null without a valid session. Never null where `access` of the endpoint asks for one. */
  readonly identity: E extends { access: 'member' | 'moderator' | 'admin' }
    ? Identity
    : Identity | null;
  /** Who reads: a stage where the call is for stages and brings a code, else an account that is signed in; else who calls. */
  readonly reader: Reader;
}

/** The ways to say who calls, as OpenAPI describes them. */
export const SECURITY_SCHEMES = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'token:password',
    description: 'The pair that signing in answers with, plain or in base64.',
  },
  stage: {
    type: 'apiKey',
    in: 'header',
    name: STAGE_HEADER,
    description: 'The code of a stage: reads its one jam and the sound of its rifffs.',
  },
} as const;

/** Anyone may ask; what is not for everyone takes a session or the code of a stage. */
const FOR_STAGES: readonly Record<string, string[]>[] = [{}, { session: [] }, { stage: [] }];

/** Schemas of the answers: the envelope at 200 and the one error shape at each status it can have. */
function responses(endpoint: Endpoint): Record<number, z.ZodType> {
  const { data, isFlat, isRedirect } = endpoint;
  const envelope = { ok: z.literal(true), data };
  const byStatus: Record<number, z.ZodType> = isRedirect
    ? { 302: data }
    : { 200: isFlat ? z.looseObject(envelope) : z.object(envelope) };
  const refusals = isClosedToSuspended(endpoint) ? (['forbidden'] as const) : [];
  const always = ['too_many_requests', 'internal', 'unavailable', 'no_room'] as const;
  for (const code of [...endpoint.errors, ...refusals, ...always]) {
    byStatus[ERROR_STATUS[code]] = ErrorAnswerSchema;
  }
  return byStatus;
}

/** Does a request end with its head? Then its content type says nothing, and there is nothing to parse. */
function isWithoutBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] === undefined && (length === undefined || length === '0');
}
/** JSON from anyone: a hundred ids, or all moves of a run. */
const STRANGERS_BODY_BYTES = 64 * 1024;
/** JSON from members: the longest rifff has 150 kB. Parsing the worst of it takes the server 25 ms. */
const MEMBERS_BODY_BYTES = 256 * 1024;
/** Where nothing is read of it. */
const EMPTY_BODY_BYTES = 1024;

/** What every route of the endpoint table shares: its address, its schemas, its place in OpenAPI, its access. */
function optionsOf(endpoint: Endpoint) {
  const { method, params, query, body, form, summary, access = 'anyone', isForStages } = endpoint;
  const roles = access === 'moderator' || access === 'admin' ? [access] : [];
  const usual = access === 'anyone' ? STRANGERS_BODY_BYTES : MEMBERS_BODY_BYTES;
  const bodyLimit = endpoint.bodyBytes ?? (body ? usual : EMPTY_BODY_BYTES);
  return {
    method,
    url: endpointUrl(endpoint),
    // Forms are streams with limits of their own.
    ...(!form && { bodyLimit }),
    schema: {
      summary,
      tags: [endpointUrl(endpoint).split('/')[2] ?? 'api'],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(form && { body: form, consumes: ['multipart/form-data'] }),
      ...(access !== 'anyone' && { security: [{ session: roles }] }),
      ...(isForStages && { security: FOR_STAGES }),
      response: responses(endpoint),
    },
    // Before the body is read: a caller who may not call need not send it.
    onRequest: async (request: FastifyRequest) => {
      requireOpen(request, endpoint);
      requireAccess(request, endpoint);
      if (!form && isWithoutBody(request)) delete request.headers['content-type'];
    },
    // A call without a body is one without any of its fields; whether that is enough is for its schema to say.
    preValidation: async (request: FastifyRequest) => {
      if (body && request.body === undefined) request.body = {};
    },
  };
}

function inputOf<E extends Endpoint>(request: FastifyRequest, endpoint: E): RouteInput<E> {
  const { params, query, body, identity, stageOf } = request;
  // What a class does not open to its pupils, no code opens to them.
  const isStage = endpoint.isForStages && stageOf !== null && !identity?.pupilOf;
  const reader = isStage ? { stageOf } : identity;
  return { params, query, body, request, identity, reader } as RouteInput<E>;
}

/** Answers of the API may differ from one call to the next, and what is answered to one is for one. */
const cacheControl = ({ identity, stageOf }: FastifyRequest) =>
  identity || stageOf !== null ? 'private, no-cache' : 'no-cache';

/**
 * Mounts one line of the endpoint table: its method and address, its schemas on the way in and out, its
 * place in OpenAPI. `handler` returns the `data` of the answer, or throws an `ApiError`.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (input: RouteInput<E>) => Promise<z.output<E['data']>>,
): void {
  app.route({
    ...optionsOf(endpoint),
    handler: async (request, reply) => {
      const data = await handler(inputOf(request, endpoint));
      reply.header('cache-control', cacheControl(request));
      return endpoint.isFlat ? { ...(data as object), ok: true, data } : { ok: true, data };
    },
  });
}

/** The whole of an answer as bytes, with the encoding that they are in. */
export interface PreparedAnswer {
  readonly body: Buffer;
  readonly encoding: 'gzip' | undefined;
}

/**
 * Mounts a line whose answer is put together as bytes: its schema stands in OpenAPI and is not run over
 * the answer, nor is the answer compressed again. A test has to hold the answer to the schema.
 */
export function preparedRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (input: RouteInput<E>) => Promise<PreparedAnswer>,
): void {
  app.route({
    ...optionsOf(endpoint),
    compress: false,
    handler: async (request, reply) => {
      const { body, encoding } = await handler(inputOf(request, endpoint));
      const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ');
      reply
        .type('application/json; charset=utf-8')
        .header('cache-control', cacheControl(request))
        .header('vary', vary);
      if (encoding) reply.header('content-encoding', encoding);
      return reply.send(body);
    },
  });
}

/**
 * Mounts a line whose request or answer is no JSON: its schemas stand in OpenAPI, and the handler reads,
 * checks and answers by itself.
 * @param isPacked its answer does not get smaller by compressing it
 */
export function rawRoute(
  app: FastifyInstance,
  endpoint: Endpoint,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  { isPacked = false } = {},
): void {
  const packed = isPacked ? { compress: false as const } : {};
  app.route({ ...optionsOf(endpoint), ...packed, validatorCompiler: () => () => true, handler });
}

/** What a handler gets of a form: who sends it, the checked parts of its address, and the request that it is read from. */
export interface FormInput<E extends Endpoint> {
  readonly params: Part<E, 'params'>;
  readonly request: FastifyRequest;
  readonly identity: Identity;
  /** Bytes of the form as its sender declares them; 0 where it comes without a length. */
  readonly lengthBytes: number;
}

/** Mounts a line whose body is a form: `handler` reads that, and answers as one of `route` does. For members. */
export function formRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (input: FormInput<E>) => Promise<z.output<E['data']>>,
): void {
  rawRoute(app, endpoint, async (request, reply) => {
    const params = endpoint.params && validateWith(endpoint.params, request.params, 'params');
    const data = await handler({
      params: params as Part<E, 'params'>,
      request,
      identity: request.identity as Identity,
      lengthBytes: Number(request.headers['content-length'] ?? 0) || 0,
    });
    reply.header('cache-control', cacheControl(request));
    return { ok: true, data };
  });
}
