import type { FastifyInstance } from 'fastify';
import { USER_ID_PATTERN } from '../../../src/data/contract/accountOptions.ts';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Identity } from '../../plugins/identity.ts';
import { formRoute, rawRoute, route } from '../../plugins/route.ts';
import { acceptPictures, readPicture } from '../uploads/pictureForm.ts';
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
  route(app, ENDPOINTS.profile, ({ identity, params }) => accounts.profile(params.id, identity));
  route(app, ENDPOINTS.profiles, ({ identity, body }) => accounts.profiles(identity, body.userIds));
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
  rawRoute(app, ENDPOINTS.exportAccount, async (request, reply) => {
    const text = await belongings.export(request.identity as Identity);
    reply.type('application/json; charset=utf-8').header('cache-control', 'private, no-cache');
    return reply.send(text);
  });
  route(app, ENDPOINTS.deleteAccount, ({ identity, body }) =>
    belongings.delete(identity, body.password),
  );
}

/** Pictures of accounts. Forms are read and redirects are answered here and not by the schemas of the table. */
export async function pictureRoutes(
  app: FastifyInstance,
  { accounts }: { accounts: AccountsService },
): Promise<void> {
  await acceptPictures(app);
  formRoute(app, ENDPOINTS.uploadImage, async ({ identity, request }) => {
    await accounts.beforePicture(identity);
    return accounts.changePicture(identity, await readPicture(request, 'image', 'avatars'));
  });

  rawRoute(app, ENDPOINTS.avatar, async (request, reply) => {
    const { id = '' } = request.params as { id?: string };
    const known = USER_ID_PATTERN.test(id) ? await accounts.profile(id) : undefined;
    if (!known?.avatarUrl) throw new ApiError('not_found', 'There is no picture');
    return reply.header('cache-control', 'no-cache').redirect(known.avatarUrl, 302);
  });
}
