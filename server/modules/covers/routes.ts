import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { CoverKind, CoversService } from './service.ts';

const FILE = /^([A-Za-z0-9_-]{1,64})\.(png|svg|webm)$/;
/** A share may be taken back or removed: caches have its picture for a day at most, and never longer while they ask. */
const CACHING = 'public, max-age=86400';

/** `/media/covers/{shareId}.png` (1200 × 630), `.svg` (square) and `.webm` (turning), for any origin. */
export function coverRoutes(app: FastifyInstance, covers: CoversService): void {
  app.get(
    '/media/covers/:file',
    { schema: { hide: true } },
    async (request: FastifyRequest<{ Params: { file: string } }>, reply: FastifyReply) => {
      const [, shareId, kind] = FILE.exec(request.params.file) ?? [];
      if (!shareId) throw new ApiError('not_found', 'No such file');
      const cover = await covers.cover(shareId, kind as CoverKind);
      const etag = `"${cover.hash}"`;
      reply.headers({
        'content-type': cover.mime,
        'cache-control': CACHING,
        etag,
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      });
      if (fresh(request.headers, { etag })) return reply.code(304).send();
      return reply.send(await cover.body());
    },
  );
}
