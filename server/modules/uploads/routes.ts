import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Profile } from '../../../src/data/contract/accounts.ts';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { JamParamsSchema } from '../../../src/data/contract/jams.ts';
import {
  LoopUploadQuerySchema,
  MAX_MASTER_BYTES,
  MAX_SOUND_BYTES,
} from '../../../src/data/contract/uploads.ts';
import type { Identity } from '../../plugins/identity.ts';
import { rawRoute, route } from '../../plugins/route.ts';
import { validateWith } from '../../plugins/validation.ts';
import { FORM_LIMITS, withForm } from './form.ts';
import type { UploadsService } from './service.ts';

const LOOP_FILES = { file: MAX_SOUND_BYTES, master: MAX_MASTER_BYTES };

export interface UploadRoutes {
  readonly uploads: UploadsService;
  /** Files lie here while they are received and checked. */
  readonly folder: string;
}

const identityOf = (request: FastifyRequest) => request.identity as Identity;

/** Bytes of the form as its sender declares them; 0 where it comes without a length. */
const lengthOf = ({ headers }: FastifyRequest) => Number(headers['content-length'] ?? 0) || 0;

function answer(reply: FastifyReply, data: unknown) {
  reply.header('cache-control', 'private, no-cache');
  return { ok: true, data };
}

/** The calls that take sound, in a scope of their own: forms are read here. */
export async function uploadRoutes(
  app: FastifyInstance,
  { uploads, folder }: UploadRoutes,
): Promise<void> {
  await app.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false });
  const jamIdOf = (request: FastifyRequest) =>
    validateWith(JamParamsSchema, request.params, 'params').id;

  rawRoute(app, ENDPOINTS.uploadLoop, async (request, reply) => {
    const identity = identityOf(request);
    const { loop } = validateWith(LoopUploadQuerySchema, request.query, 'query');
    const about = { lengthBytes: lengthOf(request), loopId: loop };
    const jam = await uploads.beforeJamUpload(identity, jamIdOf(request), about);
    const data = await withForm(request, { folder, accepted: LOOP_FILES }, (form) =>
      uploads.loop(identity, jam, form),
    );
    return answer(reply, data);
  });

  rawRoute(app, ENDPOINTS.uploadTrack, async (request, reply) => {
    const identity = identityOf(request);
    const about = { lengthBytes: lengthOf(request) };
    const jam = await uploads.beforeJamUpload(identity, jamIdOf(request), about);
    const accepted = await uploads.trackFiles(identity);
    const data = await withForm(request, { folder, accepted }, (form) =>
      uploads.track(identity, jam, form),
    );
    return answer(reply, data);
  });

  route(app, ENDPOINTS.storage, ({ identity, query }) => uploads.storage(identity, query.loop));
  route(app, ENDPOINTS.jamTracks, ({ identity, params, query }) =>
    uploads.tracks(identity, params.id, query),
  );
  route(app, ENDPOINTS.clubTracks, ({ identity, params, query }) =>
    uploads.clubTracks(identity, params.id, query),
  );
  route(app, ENDPOINTS.removeTrack, ({ identity, params }) =>
    uploads.removeTrack(identity, params.id, params.trackId),
  );
}

/** The track at the head of a profile, which these calls answer. */
export async function pinRoutes(
  app: FastifyInstance,
  {
    uploads,
    folder,
    profile,
  }: UploadRoutes & { readonly profile: (userId: string) => Promise<Profile> },
): Promise<void> {
  await app.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false });
  rawRoute(app, ENDPOINTS.pinTrack, async (request, reply) => {
    const identity = identityOf(request);
    await uploads.beforePin(identity, lengthOf(request));
    const accepted = await uploads.trackFiles(identity);
    await withForm(request, { folder, accepted }, (form) => uploads.pin(identity, form));
    return answer(reply, await profile(identity.userId));
  });

  route(app, ENDPOINTS.unpinTrack, async ({ identity }) => {
    await uploads.unpin(identity);
    return profile(identity.userId);
  });
}
