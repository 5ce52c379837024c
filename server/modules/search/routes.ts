import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { preparedRoute } from '../../plugins/route.ts';
import { wholeAnswer } from '../feed/answer.ts';
import type { SearchService } from './service.ts';

/** The call of search. Rifffs go in as the feed keeps them. */
export function searchRoutes(app: FastifyInstance, search: SearchService): void {
  preparedRoute(app, ENDPOINTS.search, async ({ identity, query, request }) =>
    wholeAnswer(await search.search(identity, query), request.headers['accept-encoding']),
  );
}
