import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { ListKind } from './listCovers.ts';
import type { Cover, CoverKind, CoversService, LookCoverKind } from './service.ts';

const FILE = /^([A-Za-z0-9_-]{1,64})\.(png|svg|webm)$/;
/** Those of lists, and of looks, which move. */
const LIST_FILES: Readonly<Record<ListKind, RegExp>> = {
  playlists: /^([A-Za-z0-9_-]{1,64})\.(png|svg)$/,
  clubs: /^([A-Za-z0-9_-]{1,64})\.(png|svg)$/,
  looks: /^([A-Za-z0-9_-]{1,64})\.(png|svg|webp|webm)$/,
};
/** What was shared may be taken back or removed: caches have its picture for a day at most, and never longer while they ask. */
const CACHING = 'public, max-age=86400';

async function answer(request: FastifyRequest, reply: FastifyReply, cover: Cover) {
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
}

/**
 * `/media/covers/{shareId}.png` (1200 × 630), `.svg` (square) and `.webm` (turning), and the first two of
 * `/media/covers/playlists/{id}`, `/media/covers/clubs/{id}` and `/media/covers/looks/{key}`, for any origin. Of looks there
 * are `.webp` (the first picture) and `.webm` (moving) too, both without words.
 */
export function coverRoutes(app: FastifyInstance, covers: CoversService): void {
  app.get(
    '/media/covers/:file',
    { schema: { hide: true } },
    async (request: FastifyRequest<{ Params: { file: string } }>, reply: FastifyReply) => {
      const [, shareId, kind] = FILE.exec(request.params.file) ?? [];
      if (!shareId) throw new ApiError('not_found', 'No such file');
      return answer(request, reply, await covers.cover(shareId, kind as CoverKind));
    },
  );
  for (const [list, file] of Object.entries(LIST_FILES) as [ListKind, RegExp][]) {
    app.get(
      `/media/covers/${list}/:file`,
      { schema: { hide: true } },
      async (request: FastifyRequest<{ Params: { file: string } }>, reply: FastifyReply) => {
        const [, id, kind] = file.exec(request.params.file) ?? [];
        if (!id) throw new ApiError('not_found', 'No such file');
        return answer(request, reply, await covers.listCover(list, id, kind as LookCoverKind));
      },
    );
  }
}
