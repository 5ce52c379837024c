import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { USER_ID_PATTERN } from '../../../src/data/contract/accountOptions.ts';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { formError } from '../../plugins/errors.ts';
import { formParts } from '../../plugins/formParts.ts';
import type { Identity } from '../../plugins/identity.ts';
import { rawRoute, route } from '../../plugins/route.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
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

const MAX_BYTES = 5 * 1024 * 1024;
const TOO_LARGE = 'The picture is larger than 5 MB';

async function readFile(part: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) chunks.push(chunk as Buffer);
  if (part.file.truncated) throw new ApiError('too_large', TOO_LARGE);
  return Buffer.concat(chunks);
}

function checkGroup(group: unknown): void {
  if (group !== 'avatars') throw new ValidationFailure({ group: 'must be avatars' });
}

/** The one file of an upload form. Throws a `ValidationFailure`, or `too_large` past 5 MB. */
async function readPicture(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new ValidationFailure({ image: 'must come as multipart/form-data' });
  }
  const query = request.query as Record<string, unknown>;
  if (query.group !== undefined) checkGroup(query.group);
  let isGroupNamed = query.group !== undefined;
  let picture: Buffer | undefined;
  for await (const part of formParts(request)) {
    if (part.type === 'file') {
      const bytes = await readFile(part);
      if (part.fieldname === 'image') picture = bytes;
    } else if (part.fieldname === 'group') {
      checkGroup(part.value);
      isGroupNamed = true;
    }
  }
  if (!isGroupNamed) checkGroup(undefined);
  if (!picture?.byteLength) throw new ValidationFailure({ image: 'must be a file' });
  return picture;
}

/** Pictures of accounts. Forms are read and redirects are answered here and not by the schemas of the table. */
export async function pictureRoutes(
  app: FastifyInstance,
  { accounts }: { accounts: AccountsService },
): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: MAX_BYTES, files: 1, fields: 8, fieldSize: 1024, parts: 9 },
    throwFileSizeLimit: false,
  });

  rawRoute(app, ENDPOINTS.uploadImage, async (request, reply) => {
    const identity = request.identity as Identity;
    await accounts.beforePicture(identity);
    const file = await readPicture(request).catch((error: unknown) => {
      throw formError(error);
    });
    const data = await accounts.changePicture(identity, file);
    reply.header('cache-control', 'private, no-cache');
    return { ok: true, data };
  });

  rawRoute(app, ENDPOINTS.avatar, async (request, reply) => {
    const { id = '' } = request.params as { id?: string };
    const known = USER_ID_PATTERN.test(id) ? await accounts.profile(id) : undefined;
    if (!known?.avatarUrl) throw new ApiError('not_found', 'There is no picture');
    return reply.header('cache-control', 'no-cache').redirect(known.avatarUrl, 302);
  });
}
