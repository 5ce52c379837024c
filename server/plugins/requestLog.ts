import type { FastifyInstance } from 'fastify';

/** One structured line for each answer; queries are left out because they may hold what people typed. */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: request.url.split('?')[0],
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      address: request.ip,
    };
    request.log.info(line, 'answered');
  });
}
