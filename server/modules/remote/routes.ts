import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { callerOf } from '../../plugins/caller.ts';
import { route } from '../../plugins/route.ts';
import type { RemoteService } from './service.ts';

/** The calls that sign a device in from elsewhere. */
export function remoteRoutes(app: FastifyInstance, remote: RemoteService): void {
  route(app, ENDPOINTS.remoteStart, ({ body, request }) => remote.start(body, callerOf(request)));
  route(app, ENDPOINTS.remoteShow, ({ params }) => remote.show(params.remoteToken));
  route(app, ENDPOINTS.remoteLogin, ({ body, identity }) => remote.decide(body, identity));
  route(app, ENDPOINTS.remoteClaim, ({ body, request }) => remote.claim(body, callerOf(request)));
  route(app, ENDPOINTS.emailLogin, ({ body, request }) =>
    remote.emailLogin(body, callerOf(request)),
  );
  route(app, ENDPOINTS.emailLoginShow, ({ body }) => remote.emailShow(body.verificationToken));
  route(app, ENDPOINTS.emailLoginVerify, ({ body }) => remote.emailVerify(body));
}
