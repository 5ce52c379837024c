import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { route } from '../../plugins/route.ts';
import type { AccountsService } from './service.ts';

/** The calls about profiles and settings. */
export function accountRoutes(app: FastifyInstance, accounts: AccountsService): void {
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
}
