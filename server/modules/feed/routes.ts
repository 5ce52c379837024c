import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import type { Events } from '../../kernel/events.ts';
import { preparedRoute, route } from '../../plugins/route.ts';
import { wholeAnswer } from './answer.ts';
import type { FeedService } from './service.ts';

/** The calls of the feed. Lists are put together from documents that are kept as bytes. */
export function feedRoutes(
  app: FastifyInstance,
  feed: FeedService,
  events: Pick<Events, 'tell'>,
): void {
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
  preparedRoute(app, ENDPOINTS.chart, async ({ identity, query, request }) =>
    wholeAnswer(await feed.chart(identity, query), request.headers['accept-encoding']),
  );
  preparedRoute(app, ENDPOINTS.rifffsOfTheWeek, async ({ identity, query, request }) =>
    wholeAnswer(await feed.rifffsOfTheWeek(identity, query), request.headers['accept-encoding']),
  );
  commentRoutes(app, feed);
  route(app, ENDPOINTS.share, async ({ identity, body }) => {
    const shared = await feed.share(identity, body);
    events.tell('shared', { shareId: shared.id });
    return shared;
  });
  route(app, ENDPOINTS.unshare, ({ identity, params }) => feed.unshare(identity, params.id));
  route(app, ENDPOINTS.like, ({ identity, params }) => feed.like(identity, params.id));
  route(app, ENDPOINTS.unlike, ({ identity, params }) => feed.unlike(identity, params.id));
  route(app, ENDPOINTS.report, ({ identity, params, body }) =>
    feed.report(identity, params.id, body),
  );
  route(app, ENDPOINTS.hide, ({ identity, params }) => feed.hide(identity, params.id));
  route(app, ENDPOINTS.unhide, ({ identity, params }) => feed.unhide(identity, params.id));
}

function commentRoutes(app: FastifyInstance, feed: FeedService): void {
  route(app, ENDPOINTS.comments, ({ identity, params, query }) =>
    feed.comments(identity, params.id, query),
  );
  route(app, ENDPOINTS.comment, ({ identity, params, body }) =>
    feed.comment(identity, params.id, body),
  );
  route(app, ENDPOINTS.removeComment, ({ identity, params }) =>
    feed.removeComment(identity, params.id, params.commentId),
  );
  route(app, ENDPOINTS.reportComment, ({ identity, params, body }) =>
    feed.reportComment(identity, params.id, params.commentId, body.reason),
  );
}
