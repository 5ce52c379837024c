import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BUNDLE_ENDING, BUNDLE_MIME } from '../../../src/data/contract/bundle.ts';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { ExportJamQuerySchema } from '../../../src/data/contract/imports.ts';
import { JamParamsSchema } from '../../../src/data/contract/jams.ts';
import { MAX_MASTER_BYTES } from '../../../src/data/contract/uploads.ts';
import type { Identity } from '../../plugins/identity.ts';
import { formRoute, rawRoute, route } from '../../plugins/route.ts';
import { installStrictJson } from '../../plugins/strictJson.ts';
import { validateWith } from '../../plugins/validation.ts';
import { FORM_LIMITS, withForm } from '../uploads/form.ts';
import type { createBundler } from './bundle.ts';
import type { Trust } from './proof.ts';
import type { ImportsService } from './service.ts';

/** A FLAC may come alone, as `file`. */
const LOOP_FILES = { file: MAX_MASTER_BYTES, master: MAX_MASTER_BYTES };

interface ImportRoutes {
  readonly imports: ImportsService;
  readonly trust: Trust;
  readonly bundle: ReturnType<typeof createBundler>;
  /** Files lie here while they are received and checked. */
  readonly folder: string;
}

/** The calls that bring jams in and give one away. */
export async function importRoutes(
  app: FastifyInstance,
  { imports, bundle, folder, trust }: ImportRoutes,
): Promise<void> {
  installStrictJson(app);
  await app.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false });
  route(app, ENDPOINTS.bundleKey, async () => ({
    origin: trust.origin(),
    key: trust.own.publicKey,
  }));
  route(app, ENDPOINTS.imports, ({ identity }) => imports.imports(identity));
  route(app, ENDPOINTS.beginImport, ({ identity, body }) => imports.begin(identity, body));
  route(app, ENDPOINTS.importPeople, ({ identity, params, body }) =>
    imports.people(identity, params.id, body.people),
  );
  route(app, ENDPOINTS.missingLoops, ({ identity, params, body }) =>
    imports.missing(identity, params.id, body.ids),
  );
  formRoute(app, ENDPOINTS.importLoop, async ({ identity, params, request, lengthBytes }) => {
    const source = await imports.beforeLoop(identity, params.id, lengthBytes);
    return withForm(request, { folder, accepted: LOOP_FILES }, (form) =>
      imports.loop(source, form),
    );
  });
  route(app, ENDPOINTS.importRifffs, ({ identity, params, body }) =>
    imports.rifffs(identity, params.id, body.rifffs),
  );
  route(app, ENDPOINTS.importMessages, ({ identity, params, body }) =>
    imports.messages(identity, params.id, body.messages),
  );
  const giveBundle = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id } = validateWith(JamParamsSchema, request.params, 'params');
    const { goesTo = null } = validateWith(ExportJamQuerySchema, request.query, 'query');
    const { name, file } = await bundle({ identity: request.identity as Identity, goesTo }, id);
    reply
      .type(BUNDLE_MIME)
      .header('content-disposition', `attachment; filename="${name}${BUNDLE_ENDING}"`)
      .header('cache-control', 'private, no-store');
    return reply.send(file);
  };
  rawRoute(app, ENDPOINTS.exportJam, giveBundle, { isPacked: true });
  route(app, ENDPOINTS.finishImport, ({ identity, params }) => imports.finish(identity, params.id));
}
