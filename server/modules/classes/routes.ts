import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BUNDLE_MIME } from '../../../src/data/contract/bundle.ts';
import { ClassParamsSchema } from '../../../src/data/contract/classes.ts';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { callerOf } from '../../plugins/caller.ts';
import type { Identity } from '../../plugins/identity.ts';
import { rawRoute, route } from '../../plugins/route.ts';
import { validateWith } from '../../plugins/validation.ts';
import { cardCalls } from './cards.ts';
import { changingCalls } from './changing.ts';
import { endingCalls } from './ending.ts';
import { type ClassExportContext, createClassExporter } from './exporting.ts';
import { makingCalls } from './making.ts';
import { movingCalls } from './moving.ts';

/** The calls of classes. @param wake begins a round of the job that ends them */
export function classRoutes(
  app: FastifyInstance,
  context: ClassExportContext,
  wake: () => void,
): void {
  const making = makingCalls(context);
  const changing = changingCalls(context);
  const ending = endingCalls(context, wake);
  const cards = cardCalls(context);
  const moving = movingCalls(context);
  route(app, ENDPOINTS.classes, ({ identity }) => making.list(identity));
  route(app, ENDPOINTS.makeClass, ({ identity, body }) => making.make(identity, body));
  route(app, ENDPOINTS.classPage, ({ identity, params }) => making.page(identity, params.id));
  route(app, ENDPOINTS.changeClass, ({ identity, params, body }) =>
    changing.change(identity, params.id, body),
  );
  route(app, ENDPOINTS.deleteClass, ({ identity, params }) =>
    ending.deleteClass(identity, params.id),
  );
  route(app, ENDPOINTS.addPupils, ({ identity, params, body }) =>
    making.addPupils(identity, params.id, body.names),
  );
  route(app, ENDPOINTS.changePupil, ({ identity, params, body }) =>
    changing.changePupil(identity, params, body),
  );
  route(app, ENDPOINTS.removePupil, ({ identity, params }) => ending.removePupil(identity, params));
  route(app, ENDPOINTS.movePupil, ({ identity, params }) => moving.invite(identity, params));
  route(app, ENDPOINTS.makeCards, ({ identity, params, body }) =>
    cards.make(identity, params.id, body.userIds),
  );
  route(app, ENDPOINTS.endCards, ({ identity, params, body }) =>
    cards.end(identity, params.id, body.userIds),
  );
  route(app, ENDPOINTS.ownClass, ({ identity }) => changing.own(identity));
  route(app, ENDPOINTS.cardLogin, ({ body, request }) => cards.login(body.code, callerOf(request)));
  route(app, ENDPOINTS.moveOffer, ({ body, request }) =>
    moving.offer(body.token, callerOf(request)),
  );
  route(app, ENDPOINTS.moveOut, ({ body, request }) => moving.out(body, callerOf(request)));
  const exportClass = createClassExporter(context);
  const giveClass = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id } = validateWith(ClassParamsSchema, request.params, 'params');
    const file = await exportClass(request.identity as Identity, id);
    reply
      .type(BUNDLE_MIME)
      .header('content-disposition', `attachment; filename="class-${id}.tar"`)
      .header('cache-control', 'private, no-store');
    return reply.send(file);
  };
  rawRoute(app, ENDPOINTS.exportClass, giveClass, { isPacked: true });
}
