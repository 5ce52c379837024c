import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type Endpoint, endpointUrl } from '../../src/data/contract/endpoints.ts';
import { ERROR_STATUS, ErrorAnswerSchema } from '../../src/data/contract/errors.ts';

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
}

/** Schemas of the answers: the envelope at 200 and the one error shape at each status it can have. */
function responses(endpoint: Endpoint): Record<number, z.ZodType> {
  const byStatus: Record<number, z.ZodType> = {
    200: z.object({ ok: z.literal(true), data: endpoint.data }),
  };
  for (const code of [...endpoint.errors, 'too_many_requests', 'internal'] as const) {
    byStatus[ERROR_STATUS[code]] = ErrorAnswerSchema;
  }
  return byStatus;
}

/**
 * Mounts one line of the endpoint table: its method and address, its schemas on the way in and out, its
 * place in OpenAPI. `handler` returns the `data` of the answer, or throws an `ApiError`.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (input: RouteInput<E>) => Promise<z.output<E['data']>>,
): void {
  const { method, params, query, body, summary } = endpoint;
  app.route({
    method,
    url: endpointUrl(endpoint),
    schema: {
      summary,
      tags: [endpointUrl(endpoint).split('/')[2] ?? 'api'],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: responses(endpoint),
    },
    handler: async (request, reply) => {
      const input = { params: request.params, query: request.query, body: request.body, request };
      const data = await handler(input as RouteInput<E>);
      // Answers of the API may differ from one call to the next.
      reply.header('cache-control', 'no-cache');
      return { ok: true, data };
    },
  });
}
