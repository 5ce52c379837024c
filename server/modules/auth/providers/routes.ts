import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../../src/data/contract/endpoints.ts';
import { ProviderParamsSchema } from '../../../../src/data/contract/providers.ts';
import { callerOf } from '../../../plugins/caller.ts';
import { rawRoute, route } from '../../../plugins/route.ts';
import { validateWith } from '../../../plugins/validation.ts';
import type { AuthService } from '../service.ts';
import type { LinkService } from './links.ts';
import type { LogoutService } from './logout.ts';
import type { NewcomerService } from './newcomers.ts';
import type { ProviderService } from './service.ts';

/** What the calls of accounts elsewhere are answered by. */
export interface ProviderServices {
  readonly auth: Pick<AuthService, 'setFirst'>;
  readonly providers: ProviderService;
  readonly newcomers: NewcomerService;
  readonly links: LinkService;
  readonly logout: LogoutService;
}

/** The calls of accounts elsewhere, in a scope of their own: providers send a form of another kind than pages do. */
export async function providerRoutes(
  app: FastifyInstance,
  { auth, providers, newcomers, links, logout }: ProviderServices,
): Promise<void> {
  route(app, ENDPOINTS.startProvider, ({ body, identity, request }) =>
    providers.start(body, identity, callerOf(request)),
  );
  route(app, ENDPOINTS.finishProvider, ({ body, identity, request }) =>
    providers.finish(body, identity, callerOf(request)),
  );
  route(app, ENDPOINTS.makeProviderAccount, ({ body, identity, request }) =>
    newcomers.makeAccount(body, callerOf(request), identity),
  );
  route(app, ENDPOINTS.linkProviderAccount, ({ body, request }) =>
    newcomers.linkAccount(body, callerOf(request)),
  );
  route(app, ENDPOINTS.providersOfAccount, ({ identity }) => links.list(identity));
  route(app, ENDPOINTS.unlinkProvider, ({ params, identity }) => links.unlink(params.id, identity));
  route(app, ENDPOINTS.setFirstPassword, ({ body, identity }) => auth.setFirst(body, identity));
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    rawRoute(scope, ENDPOINTS.providerLogout, async ({ body, params }, reply) => {
      const { id } = validateWith(ProviderParamsSchema, params, 'params');
      await logout.receive(id, typeof body === 'string' ? body : '');
      // Section 2.8 asks for it.
      reply.header('cache-control', 'no-store');
      return reply.send({ ok: true, data: {} });
    });
  });
}
