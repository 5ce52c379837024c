import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Profile } from '../../../src/data/contract/accounts.ts';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import {
  LoopUploadQuerySchema,
  MAX_MASTER_BYTES,
  MAX_SOUND_BYTES,
} from '../../../src/data/contract/uploads.ts';
import { formRoute, route } from '../../plugins/route.ts';
import { validateWith } from '../../plugins/validation.ts';
import { FORM_LIMITS, withForm } from './form.ts';
import type { UploadsService } from './service.ts';

const LOOP_FILES = { file: MAX_SOUND_BYTES, master: MAX_MASTER_BYTES };

export interface UploadRoutes {
  readonly uploads: UploadsService;
  /** Files lie here while they are received and checked. */
  readonly folder: string;
}

/** The calls that take sound, in a scope of their own: forms are read here. */
export async function uploadRoutes(
  app: FastifyInstance,
  { uploads, folder }: UploadRoutes,
): Promise<void> {
  await app.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false });

  formRoute(app, ENDPOINTS.uploadLoop, async ({ identity, params, request, lengthBytes }) => {
    const { loop: loopId } = validateWith(LoopUploadQuerySchema, request.query, 'query');
    const jam = await uploads.beforeJamUpload(identity, params.id, { lengthBytes, loopId });
    return withForm(request, { folder, accepted: LOOP_FILES }, (form) =>
      uploads.loop(identity, jam, form),
    );
  });

  formRoute(app, ENDPOINTS.uploadTrack, async ({ identity, params, request, lengthBytes }) => {
    const jam = await uploads.beforeJamUpload(identity, params.id, { lengthBytes });
    const accepted = await uploads.trackFiles(identity);
    return withForm(request, { folder, accepted }, (form) => uploads.track(identity, jam, form));
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
  formRoute(app, ENDPOINTS.pinTrack, async ({ identity, request, lengthBytes }) => {
    await uploads.beforePin(identity, lengthBytes);
    const accepted = await uploads.trackFiles(identity);
    await withForm(request, { folder, accepted }, (form) => uploads.pin(identity, form));
    return profile(identity.userId);
  });

  route(app, ENDPOINTS.unpinTrack, async ({ identity }) => {
    await uploads.unpin(identity);
    return profile(identity.userId);
  });
}
