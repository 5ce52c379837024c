import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { route } from '../../plugins/route.ts';
import type { PreviewsService } from './service.ts';

/** The call that other sites make to embed a shared rifff. */
export function previewRoutes(app: FastifyInstance, previews: PreviewsService): void {
  route(app, ENDPOINTS.oembed, ({ query }) => previews.oembed(query));
}
