import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { route } from '../../plugins/route.ts';
import type { BelongingsService } from './belongings.ts';
import type { AccountsService } from './service.ts';

export interface AccountServices {
  readonly accounts: AccountsService;
  readonly belongings: BelongingsService;
}

/** The calls about profiles, settings, and what an account owns. */
export function accountRoutes(
  app: FastifyInstance,
  { accounts, belongings }: AccountServices,
): void {
  route(app, ENDPOINTS.profile, ({ params }) => accounts.profile(params.id));
  route(app, ENDPOINTS.profiles, ({ body }) => accounts.profiles(body.userIds));
  route(app, ENDPOINTS.changeProfile, ({ identity, body }) =>
    accounts.changeProfile(identity, body),
  );
  route(app, ENDPOINTS.settings, ({ identity }) => accounts.settings(identity));
  route(app, ENDPOINTS.changeSettings, ({ identity, body }) =>
    accounts.changeSettings(identity, body),
  );
  route(app, ENDPOINTS.accessRights, ({ identity }) => accounts.accessRights(identity));
  route(app, ENDPOINTS.changeAccessRights, ({ identity, body }) =>
    accounts.changeAccessRights(identity, body),
  );
  route(app, ENDPOINTS.removeAvatar, ({ identity }) => accounts.removePicture(identity));
  route(app, ENDPOINTS.exportAccount, ({ identity }) => belongings.export(identity));
  route(app, ENDPOINTS.deleteAccount, ({ identity, body }) =>
    belongings.delete(identity, body.password),
  );
}
