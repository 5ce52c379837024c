import type { FastifyInstance } from 'fastify';
import { ClubParamsSchema } from '../../../src/data/contract/clubs.ts';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { callerOf } from '../../plugins/caller.ts';
import type { Identity } from '../../plugins/identity.ts';
import { rawRoute, route } from '../../plugins/route.ts';
import { validateWith } from '../../plugins/validation.ts';
import { channelCalls } from './channels.ts';
import type { closingCalls } from './closing.ts';
import { clubCalls } from './clubs.ts';
import { codeCalls } from './codes.ts';
import type { ClubsContext } from './context.ts';
import { createClubExporter } from './exporting.ts';
import { imageRoutes } from './images.ts';
import { joiningCalls } from './joining.ts';
import { listCalls } from './lists.ts';
import { peopleCalls } from './people.ts';

/** Who is in a club, and how they came. */
function membershipRoutes(app: FastifyInstance, context: ClubsContext): void {
  const joining = joiningCalls(context);
  const people = peopleCalls(context);
  const codes = codeCalls(context);
  route(app, ENDPOINTS.clubByCode, ({ identity, params, request }) =>
    joining.byCode(identity, params.code, callerOf(request)),
  );
  route(app, ENDPOINTS.joinClubByCode, ({ identity, params, request }) =>
    joining.joinByCode(identity, params.code, callerOf(request)),
  );
  route(app, ENDPOINTS.joinClub, ({ identity, params }) => joining.join(identity, params.id));
  route(app, ENDPOINTS.leaveClub, ({ identity, params }) => people.leave(identity, params.id));
  route(app, ENDPOINTS.clubMembers, ({ identity, params, query }) =>
    people.members(identity, params.id, query),
  );
  route(app, ENDPOINTS.setClubRole, ({ identity, params, body }) =>
    people.setRole(identity, params, body.role),
  );
  route(app, ENDPOINTS.passOnClub, ({ identity, params, body }) =>
    people.passOn(identity, params.id, body.userId),
  );
  route(app, ENDPOINTS.blockInClub, ({ identity, params }) =>
    people.block(identity, params.id, params.userId),
  );
  route(app, ENDPOINTS.unblockInClub, ({ identity, params }) =>
    people.unblock(identity, params.id, params.userId),
  );
  route(app, ENDPOINTS.clubCodes, ({ identity, params }) => codes.list(identity, params.id));
  route(app, ENDPOINTS.makeClubCode, ({ identity, params, body }) =>
    codes.make(identity, params.id, body),
  );
  route(app, ENDPOINTS.endClubCode, ({ identity, params }) =>
    codes.end(identity, params.id, params.code),
  );
}

/** The calls of clubs. */
export async function clubRoutes(
  app: FastifyInstance,
  context: Parameters<typeof closingCalls>[0],
  closing: ReturnType<typeof closingCalls>,
): Promise<void> {
  const clubs = clubCalls(context);
  const lists = listCalls(context);
  const channels = channelCalls(context);
  route(app, ENDPOINTS.clubs, ({ identity, query }) => lists.all(identity, query));
  route(app, ENDPOINTS.myClubs, ({ identity }) => lists.mine(identity));
  route(app, ENDPOINTS.createClub, ({ identity, body }) => clubs.create(identity, body));
  route(app, ENDPOINTS.club, ({ identity, params }) => clubs.read(identity, params.id));
  route(app, ENDPOINTS.changeClub, ({ identity, params, body }) =>
    clubs.change(identity, params.id, body),
  );
  route(app, ENDPOINTS.deleteClub, ({ identity, params }) => closing.close(identity, params.id));
  route(app, ENDPOINTS.restoreClub, ({ identity, params }) => closing.restore(identity, params.id));
  membershipRoutes(app, context);
  route(app, ENDPOINTS.createChannel, ({ identity, params, body }) =>
    channels.create(identity, params.id, body),
  );
  route(app, ENDPOINTS.changeChannel, ({ identity, params, body }) =>
    channels.change(identity, params.id, params.jamId, body),
  );
  route(app, ENDPOINTS.deleteChannel, ({ identity, params }) =>
    channels.remove(identity, params.id, params.jamId),
  );
  route(app, ENDPOINTS.reportClub, ({ identity, params, body }) =>
    clubs.report(identity, params.id, body.reason),
  );
  const exportClub = createClubExporter(context, app.log);
  rawRoute(app, ENDPOINTS.exportClub, async (request, reply) => {
    const { id } = validateWith(ClubParamsSchema, request.params, 'params');
    const text = await exportClub(request.identity as Identity, id);
    reply.type('application/json; charset=utf-8').header('cache-control', 'private, no-cache');
    return reply.send(text);
  });
  await app.register(imageRoutes, context);
}
