import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { preparedRoute, route } from '../../plugins/route.ts';
import { wholeAnswer } from './answer.ts';
import type { FeedService } from './service.ts';

/** The calls of the feed. Lists are put together from documents that are kept as bytes. */
export function feedRoutes(app: FastifyInstance, feed: FeedService): void {
  preparedRoute(app, ENDPOINTS.feed, async ({ identity, query, request }) =>
    wholeAnswer(await feed.feed(identity, query), request.headers['accept-encoding']),
  );
  preparedRoute(app, ENDPOINTS.sharedBy, async ({ identity, params, query, request }) =>
    wholeAnswer(
      await feed.sharedBy(identity, params.userId, query),
      request.headers['accept-encoding'],
    ),
  );
  preparedRoute(app, ENDPOINTS.sharedRifff, async ({ identity, params, request }) =>
    wholeAnswer(await feed.sharedRifff(identity, params.id), request.headers['accept-encoding']),
  );
  route(app, ENDPOINTS.share, ({ identity, body }) => feed.share(identity, body));
  route(app, ENDPOINTS.unshare, ({ identity, params }) => feed.unshare(identity, params.id));
  route(app, ENDPOINTS.like, ({ identity, params }) => feed.like(identity, params.id));
  route(app, ENDPOINTS.unlike, ({ identity, params }) => feed.unlike(identity, params.id));
  route(app, ENDPOINTS.report, ({ identity, params, body }) =>
    feed.report(identity, params.id, body),
  );
  route(app, ENDPOINTS.hide, ({ identity, params }) => feed.hide(identity, params.id));
  route(app, ENDPOINTS.unhide, ({ identity, params }) => feed.unhide(identity, params.id));
}
