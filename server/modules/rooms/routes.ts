import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { callerOf } from '../../plugins/caller.ts';
import { route } from '../../plugins/route.ts';
import { type CoverContext, coverRoutes } from './cover.ts';
import { joiningCalls } from './joining.ts';
import { judgingService } from './judging.ts';
import { lobbyCall } from './lobby.ts';
import { peopleCalls } from './people.ts';
import { roomCalls } from './rooms.ts';

/** The calls of rooms, of who is in them, and of rifffs that should not be there. */
export async function roomRoutes(app: FastifyInstance, context: CoverContext): Promise<void> {
  const rooms = roomCalls(context);
  const joining = joiningCalls(context);
  const people = peopleCalls(context);
  const judging = judgingService(context);
  const lobby = lobbyCall(context);
  route(app, ENDPOINTS.lobby, ({ identity, query }) => lobby(identity, query));
  route(app, ENDPOINTS.createJam, ({ identity, body }) => rooms.create(identity, body));
  route(app, ENDPOINTS.changeJam, ({ identity, params, body }) =>
    rooms.change(identity, params.id, body),
  );
  route(app, ENDPOINTS.joinJam, ({ identity, params, body, request }) =>
    joining.join(identity, params.id, body.code, callerOf(request)),
  );
  route(app, ENDPOINTS.leaveJam, ({ identity, params }) => people.leave(identity, params.id));
  route(app, ENDPOINTS.jamByCode, ({ identity, params, request }) =>
    joining.byCode(identity, params.code, callerOf(request)),
  );
  route(app, ENDPOINTS.joinByCode, ({ identity, params, body, request }) =>
    joining.joinByCode(identity, params.code, body.guestName, callerOf(request)),
  );
  route(app, ENDPOINTS.members, ({ identity, params }) => people.members(identity, params.id));
  route(app, ENDPOINTS.removeMember, ({ identity, params }) =>
    people.remove(identity, params.id, params.userId),
  );
  route(app, ENDPOINTS.invites, ({ identity, params }) => people.invites(identity, params.id));
  route(app, ENDPOINTS.makeInvite, ({ identity, params, body }) =>
    people.invite(identity, params.id, body),
  );
  route(app, ENDPOINTS.endInvite, ({ identity, params }) =>
    people.endInvite(identity, params.id, params.code),
  );
  route(app, ENDPOINTS.reportRifff, ({ identity, params, body }) =>
    judging.report(identity, params, body.reason),
  );
  route(app, ENDPOINTS.hideRifff, ({ identity, params }) => judging.hide(identity, params));
  route(app, ENDPOINTS.unhideRifff, ({ identity, params }) => judging.unhide(identity, params));
  route(app, ENDPOINTS.hiddenRifffs, ({ identity }) => judging.hidden(identity));
  route(app, ENDPOINTS.removeRifff, ({ identity, params }) => judging.remove(identity, params));
  await app.register(coverRoutes, context);
}
