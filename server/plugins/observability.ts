import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { ApiError } from '../../src/data/contract/errors.ts';

/** A path without the code in it: it lets no reader of the log in. */
function loggedPath({ url, routeOptions }: FastifyRequest): string | undefined {
  const route = routeOptions.url;
  if (route?.includes(':code')) return route;
  // Where plans are off nothing answers, and the code that was typed is one all the same.
  return url.split('?')[0]?.replace(/(\/redeem\/).*/, '$1:code');
}

/** One structured line for each answer; queries are left out because they may hold what people typed. */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: loggedPath(request),
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      address: request.ip,
    };
    request.log.info(line, 'answered');
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What was counted where a call was refused as one of too many; set by `errors.ts`. */
    limitedBy: string | null;
  }
}

const BUCKETS_SEC = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * With a token only its bearer may read; without one only this machine, and never through a proxy, which
 * would make every visitor look local.
 */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const { headers, socket } = request;
  if (token) {
    const given = headers.authorization ?? '';
    return timingSafeEqual(digest(given), digest(`Bearer ${token}`));
  }
  if (headers['x-forwarded-for'] || headers.forwarded || headers.via) return false;
  return LOOPBACK.test(socket.remoteAddress ?? '');
}

/**
 * `/metrics` in the Prometheus text format: process figures and the time of answers by route.
 * @returns where modules add figures of their own
 */
export function installMetrics(app: FastifyInstance, token: string | undefined): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer by route',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SEC,
    registers: [registry],
  });
  const limited = new Counter({
    name: 'rondo_limits_hit_total',
    help: 'Calls that were refused as one of too many, by what was counted',
    labelNames: ['kind'],
    registers: [registry],
  });
  app.decorateRequest('limitedBy', null);
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, limitedBy } = request;
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
    seconds.observe(labels, reply.elapsedTime / 1000);
    if (limitedBy !== null) limited.inc({ kind: limitedBy });
  });
  app.addHook('onClose', async () => registry.clear());
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    // Says nothing about what is here to those who may not see it.
    if (!mayRead(request, token)) throw new ApiError('not_found', 'Nothing answers GET /metrics');
    reply.header('cache-control', 'no-store').type(registry.contentType);
    return registry.metrics();
  });
  return registry;
}
