import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { callerOf } from '../../plugins/caller.ts';
import { route } from '../../plugins/route.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { FollowsService } from './follows.ts';
import type { NotificationsService } from './notifications.ts';
import { readPerformances } from './performances.ts';
import type { PushService } from './push.ts';

export interface PeopleRoutes {
  readonly follows: FollowsService;
  readonly notifications: NotificationsService;
  readonly push: PushService;
  readonly queries: Queries;
  readonly publicUrl: string | undefined;
}

/** The calls about who follows whom, and what an account is told; in a scope of their own. */
export async function peopleRoutes(app: FastifyInstance, services: PeopleRoutes): Promise<void> {
  const { follows, notifications, push } = services;
  route(app, ENDPOINTS.following, ({ identity, params, query }) =>
    follows.following(identity, params.id, query),
  );
  route(app, ENDPOINTS.followers, ({ identity, params, query }) =>
    follows.followers(identity, params.id, query),
  );
  route(app, ENDPOINTS.follow, ({ identity, body }) => follows.follow(identity, body.userId));
  route(app, ENDPOINTS.unfollow, ({ identity, params }) => follows.unfollow(identity, params.id));
  route(app, ENDPOINTS.performances, ({ identity, params, query }) =>
    readPerformances(services, identity, params.id, query),
  );
  route(app, ENDPOINTS.notifications, ({ identity, query }) => notifications.list(identity, query));
  route(app, ENDPOINTS.readNotifications, ({ identity, body }) =>
    notifications.read(identity, body.until),
  );
  route(app, ENDPOINTS.pushState, ({ identity }) => push.state(identity));
  route(app, ENDPOINTS.subscribePush, ({ identity, body, request }) =>
    push.subscribe(identity, callerOf(request).device, body),
  );
  route(app, ENDPOINTS.unsubscribePush, ({ identity, params }) =>
    push.unsubscribe(identity, params.id),
  );
  await app.register(async (forms) => {
    // Mail programs send a form (RFC 8058, section 3.1); what it says does not matter.
    const ignored = { parseAs: 'string' as const, bodyLimit: 1024 };
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    forms.addContentTypeParser(types, ignored, (_request, _body, done) => done(null, {}));
    route(forms, ENDPOINTS.unsubscribe, ({ params }) => notifications.unsubscribe(params.token));
  });
}
