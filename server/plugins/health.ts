import type { FastifyInstance } from 'fastify';
import type { BlobStore } from '../ports/blobs/blobStore.ts';
import type { Database } from '../ports/database/database.ts';
import { reasonOf } from '../startError.ts';
import { errorAnswer } from './errors.ts';

const CHECK_TIMEOUT_MS = 3000;

async function isWell(check: () => Promise<void>): Promise<true | string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([check(), late]);
    return true;
  } catch (error) {
    return reasonOf(error);
  } finally {
    clearTimeout(timer);
  }
}

/** `/healthz`: 200 while database and blobs answer, else 503 with the name of what does not. */
export function installHealth(app: FastifyInstance, database: Database, blobs: BlobStore): void {
  app.get('/healthz', { schema: { hide: true } }, async (request, reply) => {
    const [data, files] = await Promise.all([
      isWell(() => database.ping()),
      isWell(() => blobs.check()),
    ]);
    reply.header('cache-control', 'no-store');
    const failing = {
      ...(data !== true && { database: data }),
      ...(files !== true && { blobs: files }),
    };
    const names = Object.keys(failing);
    if (names.length === 0) return { ok: true, data: { database: 'ok', blobs: 'ok' } };
    request.log.error({ failing }, 'not healthy');
    return reply.code(503).send(errorAnswer('unavailable', `Not answering: ${names.join(', ')}`));
  });
}
