import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { JamParamsSchema } from '../../../src/data/contract/jams.ts';
import { MAX_MASTER_BYTES, MAX_SOUND_BYTES } from '../../../src/data/contract/uploads.ts';
import type { Identity } from '../../plugins/identity.ts';
import { rawRoute, route } from '../../plugins/route.ts';
import { validateWith } from '../../plugins/validation.ts';
import type { AccountsService } from '../accounts/service.ts';
import { FORM_LIMITS, withForm } from './form.ts';
import type { UploadsService } from './service.ts';

const LOOP_FILES = { file: MAX_SOUND_BYTES, master: MAX_MASTER_BYTES };
const TRACK_FILES = { file: MAX_SOUND_BYTES };

export interface UploadRoutes {
  readonly uploads: UploadsService;
  readonly accounts: AccountsService;
  /** Files lie here while they are received and checked. */
  readonly folder: string;
}

const identityOf = (request: FastifyRequest) => request.identity as Identity;

function answer(reply: FastifyReply, data: unknown) {
  reply.header('cache-control', 'private, no-cache');
  return { ok: true, data };
}

/** The calls that take sound, in a scope of their own: forms are read here. */
export async function uploadRoutes(
  app: FastifyInstance,
  { uploads, accounts, folder }: UploadRoutes,
): Promise<void> {
  await app.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false });
  const jamIdOf = (request: FastifyRequest) =>
    validateWith(JamParamsSchema, request.params, 'params').id;

  rawRoute(app, ENDPOINTS.uploadLoop, async (request, reply) => {
    const identity = identityOf(request);
    const jam = await uploads.beforeJamUpload(identity, jamIdOf(request));
    const data = await withForm(request, { folder, accepted: LOOP_FILES }, (form) =>
      uploads.loop(identity, jam, form),
    );
    return answer(reply, data);
  });

  rawRoute(app, ENDPOINTS.uploadTrack, async (request, reply) => {
    const identity = identityOf(request);
    const jam = await uploads.beforeJamUpload(identity, jamIdOf(request));
    const data = await withForm(request, { folder, accepted: TRACK_FILES }, (form) =>
      uploads.track(identity, jam, form),
    );
    return answer(reply, data);
  });

  route(app, ENDPOINTS.jamTracks, ({ identity, params, query }) =>
    uploads.tracks(identity, params.id, query),
  );
  route(app, ENDPOINTS.removeTrack, ({ identity, params }) =>
    uploads.removeTrack(identity, params.id, params.trackId),
  );

  rawRoute(app, ENDPOINTS.pinTrack, async (request, reply) => {
    const identity = identityOf(request);
    await uploads.beforePin(identity);
    await withForm(request, { folder, accepted: TRACK_FILES }, (form) =>
      uploads.pin(identity, form),
    );
    return answer(reply, await accounts.profile(identity.userId));
  });

  route(app, ENDPOINTS.unpinTrack, async ({ identity }) => {
    await uploads.unpin(identity);
    return accounts.profile(identity.userId);
  });
}
