import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { route } from '../../plugins/route.ts';
import { type CollectionsContext, collectionsService } from './collections.ts';

/** The calls about collections of partners. */
export function collectionRoutes(app: FastifyInstance, context: CollectionsContext): void {
  const collections = collectionsService(context);
  route(app, ENDPOINTS.partnerCollections, ({ identity, query }) =>
    collections.list(identity, query.region),
  );
  route(app, ENDPOINTS.myLicenses, ({ identity }) => collections.licences(identity));
}
