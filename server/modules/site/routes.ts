import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { route } from '../../plugins/route.ts';
import type { SiteService } from './service.ts';

/** The site calls of the endpoint table. */
export function siteRoutes(app: FastifyInstance, site: SiteService): void {
  route(app, ENDPOINTS.site, () => site.site());
  route(app, ENDPOINTS.downloadMacOs, () => site.downloadMacOs());
  route(app, ENDPOINTS.latestDesktop, () => site.latestDesktop());
}
