import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { route } from '../../plugins/route.ts';
import type { ModerationService } from './service.ts';

/** The calls of moderators. */
export function moderationRoutes(app: FastifyInstance, moderation: ModerationService): void {
  route(app, ENDPOINTS.reports, ({ identity }) => moderation.reports(identity));
  route(app, ENDPOINTS.removeShare, ({ identity, params, body }) =>
    moderation.remove(identity, params.id, body.reason),
  );
  route(app, ENDPOINTS.restoreShare, ({ identity, params, body }) =>
    moderation.restore(identity, params.id, body.reason),
  );
  route(app, ENDPOINTS.dismissReports, ({ identity, params, body }) =>
    moderation.dismiss(identity, params.id, body.reason),
  );
  route(app, ENDPOINTS.audit, ({ identity }) => moderation.audit(identity));
}
