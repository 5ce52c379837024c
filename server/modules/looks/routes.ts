import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { route } from '../../plugins/route.ts';
import type { LooksContext } from './changing.ts';
import { roomLooksCalls } from './roomLooks.ts';
import { looksService } from './service.ts';

/** The calls of looks; in a scope of their own. */
export async function lookRoutes(app: FastifyInstance, context: LooksContext): Promise<void> {
  const looks = looksService(context);
  const rooms = roomLooksCalls(context);
  route(app, ENDPOINTS.looks, ({ identity, query }) => looks.list(identity, query));
  route(app, ENDPOINTS.myLooks, ({ identity }) => looks.mine(identity));
  route(app, ENDPOINTS.looksOf, ({ identity, params }) => looks.of(identity, params.id));
  route(app, ENDPOINTS.look, ({ identity, params }) => looks.look(identity, params.lookId));
  route(app, ENDPOINTS.makeLook, ({ identity, body }) => looks.make(identity, body));
  route(app, ENDPOINTS.changeLook, ({ identity, params, body }) =>
    looks.change(identity, params.lookId, body),
  );
  route(app, ENDPOINTS.removeLook, ({ identity, params }) => looks.remove(identity, params.lookId));
  route(app, ENDPOINTS.reportLook, ({ identity, params, body }) =>
    looks.report(identity, params.lookId, body.reason),
  );
  route(app, ENDPOINTS.roomLooks, ({ reader, params }) => rooms.read(reader, params.id));
  route(app, ENDPOINTS.setRoomLooks, ({ identity, params, body }) =>
    rooms.set(identity, params.id, body.keys),
  );
}
