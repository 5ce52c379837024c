import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { route } from '../../plugins/route.ts';
import type { LibraryService } from './service.ts';

/** The library calls of the endpoint table. */
export function libraryRoutes(app: FastifyInstance, library: LibraryService): void {
  route(app, ENDPOINTS.libraryLoops, ({ query }) => library.loops(query));
  route(app, ENDPOINTS.libraryRandomLoop, ({ query }) => library.randomLoop(query));
  route(app, ENDPOINTS.libraryPacks, () => library.packs());
  route(app, ENDPOINTS.myPacks, ({ identity }) => library.myPacks(identity.userId));
  route(app, ENDPOINTS.libraryCategories, () => library.categories());
  route(app, ENDPOINTS.libraryCreators, () => library.creators());
  route(app, ENDPOINTS.libraryRifffs, () => library.starterRifffs());
}
