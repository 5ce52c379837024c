import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { route } from '../../plugins/route.ts';
import type { LibraryService } from './service.ts';

/** The library calls of the endpoint table. */
export function libraryRoutes(app: FastifyInstance, library: LibraryService): void {
  route(app, ENDPOINTS.libraryLoops, ({ query, identity }) =>
    library.loops(query, identity?.userId),
  );
  route(app, ENDPOINTS.libraryRandomLoop, ({ query, identity }) =>
    library.randomLoop(query, identity?.userId),
  );
  route(app, ENDPOINTS.libraryPacks, ({ identity }) => library.packs(identity?.userId));
  route(app, ENDPOINTS.myPacks, ({ identity }) => library.myPacks(identity.userId));
  route(app, ENDPOINTS.libraryCategories, ({ identity }) => library.categories(identity?.userId));
  route(app, ENDPOINTS.libraryCreators, ({ identity }) => library.creators(identity?.userId));
  route(app, ENDPOINTS.libraryRifffs, () => library.starterRifffs());
}
