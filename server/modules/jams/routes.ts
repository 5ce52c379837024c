import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { route } from '../../plugins/route.ts';
import { installStrictJson } from '../../plugins/strictJson.ts';
import type { JamsService } from './service.ts';

function readingRoutes(app: FastifyInstance, jams: JamsService): void {
  route(app, ENDPOINTS.myJams, ({ identity, query }) => jams.myJams(identity, query));
  route(app, ENDPOINTS.jam, ({ reader, params }) => jams.jam(reader, params.id));
  route(app, ENDPOINTS.jamRifffs, ({ reader, params, query }) =>
    jams.rifffs(reader, params.id, query),
  );
  route(app, ENDPOINTS.rifff, ({ reader, params }) =>
    jams.rifff(reader, params.id, params.rifffId),
  );
  route(app, ENDPOINTS.rifffLineage, ({ identity, params }) =>
    jams.lineage(identity, params.id, params.rifffId),
  );
  route(app, ENDPOINTS.jamTree, ({ reader, params, query }) => jams.tree(reader, params.id, query));
  route(app, ENDPOINTS.jamEvents, ({ reader, params, query }) =>
    jams.events(reader, params.id, query),
  );
  route(app, ENDPOINTS.rifffsQuery, ({ identity, body }) => jams.query(identity, body.rifffs));
}

function writingRoutes(app: FastifyInstance, jams: JamsService): void {
  route(app, ENDPOINTS.postRifff, ({ identity, params, body }) =>
    jams.commit(identity, { jamId: params.id, rifff: body.rifff }),
  );
  route(app, ENDPOINTS.remixRifff, ({ identity, params, body }) =>
    jams.commit(identity, {
      jamId: params.id,
      rifff: body.rifff,
      originalId: params.originalId,
    }),
  );
  route(app, ENDPOINTS.libraryImport, ({ identity, params, body }) =>
    jams.libraryImport(identity, params.id, body.loopId),
  );
}

/** The calls of jams in the endpoint table, in a scope of their own: documents are read strictly. */
export async function jamRoutes(
  app: FastifyInstance,
  { jams }: { jams: JamsService },
): Promise<void> {
  installStrictJson(app);
  readingRoutes(app, jams);
  writingRoutes(app, jams);
}
