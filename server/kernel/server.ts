/** One server: what stands around its modules (the HTTP server, its plugins, its pages), and what they are given. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import { installCaller } from '../plugins/caller.ts';
import { installCallerCheck } from '../plugins/callerCheck.ts';
import { createChildJobs } from '../plugins/childJobs.ts';
import { installConnections, type Pace } from '../plugins/connections.ts';
import { collectDocs, installDocs } from '../plugins/docs.ts';
import { answerClientError, answerFrameworkError, installErrors } from '../plugins/errors.ts';
import { type Frontend, installFrontend } from '../plugins/frontend.ts';
import { installHealth } from '../plugins/health.ts';
import { installIdentity } from '../plugins/identity.ts';
import { installMode } from '../plugins/mode.ts';
import { installMetrics, installRequestLog } from '../plugins/observability.ts';
import { RequestRow, serveInRow } from '../plugins/requestRow.ts';
import { installSecurity } from '../plugins/security.ts';
import { installShedding } from '../plugins/shedding.ts';
import { installSubPath, subPathOf, withoutSubPath } from '../plugins/subPath.ts';
import { validatorCompiler } from '../plugins/validation.ts';
import type { BlobStore } from '../ports/blobs/blobStore.ts';
import type { Database } from '../ports/database/database.ts';
import type { FanOut } from '../ports/fanOut/fanOut.ts';
import { createLocalHub } from '../ports/fanOut/local.ts';
import { createAnnouncer, createPresence } from '../ports/fanOut/rooms.ts';
import { type Background, createBackground } from '../ports/mail/background.ts';
import { openMail } from '../ports/mail/openMail.ts';
import { createWaitingMails, type WaitingMails } from '../ports/mail/waiting.ts';
import type { Settings } from '../settings.ts';
import { liveSettings } from '../storedSettings.ts';
import { createEvents } from './events.ts';
import type { Job } from './jobs.ts';
import { type Module, openModules, type Server, type Trials } from './module.ts';
import type { Owner } from './ownership.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;
/** Text below this is not worth compressing. */
const COMPRESS_FROM_BYTES = 1024;
const LINES = {
  /** The whole of a request, however steadily it comes: the largest upload, 128 MiB, at 300 kbit a second. */
  requestTimeout: 60 * 60_000,
  keepAliveTimeout: 72_000,
  /** Then a line is closed with its answer, so that none is held for good; proxies are used to it. */
  maxRequestsPerSocket: 1000,
};
/** Each piece of compressed text waits for a thread of the pool again; most answers are one piece of this size. */
const COMPRESS_CHUNK_BYTES = 128 * 1024;

export interface ServerContext extends Trials {
  readonly settings: Settings;
  /** Migrated. */
  readonly database: Database;
  readonly blobs: BlobStore;
  /** Between the nodes of a server; this one is alone without. The caller closes it. */
  readonly fanOut?: FanOut;
  /** A logger of the caller's, or options for one; silent without. */
  readonly logger?: FastifyBaseLogger | FastifyServerOptions['logger'];
  /** Serves the pages; without it only the calls are served. */
  readonly frontend?: Frontend;
  /** How fast bodies have to come; the pace of `connections.ts` without. */
  readonly pace?: Pace;
}

function loggerOptions(logger: ServerContext['logger']): FastifyServerOptions {
  const isInstance = typeof logger === 'object' && logger !== null && 'info' in logger;
  return isInstance
    ? { loggerInstance: logger as FastifyBaseLogger }
    : { logger: (logger as FastifyServerOptions['logger']) ?? false };
}

/**
 * Where a browser on this machine finds the server. The port is the one that was really taken, which
 * differs from the setting only for port 0.
 */
export function listeningUrl(
  app: FastifyInstance,
  { host, port }: Pick<Settings, 'host' | 'port'>,
): string {
  const [address] = app.addresses();
  const taken = typeof address === 'object' ? address.port : port;
  const isWildcard = host === '0.0.0.0' || host === '::';
  const name = isWildcard ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${taken}`;
}

/** Opens mail and what goes on after an answer; both end with the server, mail that is on its way first. */
async function openBackground(
  app: FastifyInstance,
  { settings, database }: Pick<ServerContext, 'settings' | 'database'>,
  registry: Registry,
): Promise<{ background: Background; waitingMails: WaitingMails }> {
  const mail = openMail(settings, app.log);
  const waitingMails = createWaitingMails(database.queries, mail, { registry, log: app.log });
  const background = createBackground(mail, app.log, waitingMails);
  app.addHook('onClose', async () => {
    await background.close();
    await mail.close();
  });
  return { background, waitingMails };
}

/**
 * A whole server of these modules, not listening yet. It owns neither database nor blobs: the caller closes them after
 * `app.close()`.
 * @param modules each behind those that it needs
 */
export async function createServer(
  context: ServerContext,
  modules: readonly Module[],
): Promise<FastifyInstance> {
  const { database, blobs, frontend } = context;
  const { settings, renew: renewSettings } = liveSettings(context.settings);
  const row = new RequestRow();
  const subPath = subPathOf(settings.publicUrl);
  const options: FastifyServerOptions = {
    ...loggerOptions(context.logger),
    // One line for each answer comes from observability.ts instead.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT_BYTES,
    serverFactory: (handle) => serveInRow(row, handle, LINES),
    rewriteUrl: ({ url = '' }) => withoutSubPath(url, subPath),
    trustProxy: (_address, hop) => hop < settings.trustProxy,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
  };
  const app = fastify(options);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const isDevelopment = frontend !== undefined && 'middleware' in frontend;
  installConnections(app, context.pace);
  installRequestLog(app);
  const registry = installMetrics(app, settings.metricsToken);
  installShedding(app, row, registry);
  await installSecurity(app, settings, isDevelopment);
  installSubPath(app, subPath);
  installCaller(app, settings);
  installIdentity(app, database.queries, settings);
  const mode = installMode(app);
  await app.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
      chunkSize: COMPRESS_CHUNK_BYTES,
    },
    zlibOptions: { level: 6, chunkSize: COMPRESS_CHUNK_BYTES },
  });
  const describeCalls = await collectDocs(app, settings);
  const fanOut = context.fanOut ?? createLocalHub().join();
  const owners: Owner[] = [];
  const jobs: Job[] = [];
  const { publicUrl } = settings;
  const server: Server = {
    settings,
    renewSettings,
    publicUrl,
    origin: () => publicUrl ?? listeningUrl(app, settings),
    database,
    blobs,
    fanOut,
    announcer: createAnnouncer(fanOut),
    presence: createPresence(fanOut),
    events: createEvents(app.log),
    ...(await openBackground(app, { settings, database }, registry)),
    childJobs: createChildJobs(),
    registry,
    log: app.log,
    owners,
    jobs,
    mode,
    trials: context,
  };
  const { pageFor = async () => undefined, mount } = await openModules(server, modules, {
    owners,
    jobs,
  });
  const fallback = frontend && (await installFrontend(app, frontend, { pageFor, subPath }));
  installErrors(app, fallback);
  installHealth(app, database, blobs);
  installCallerCheck(app, database, settings);
  installDocs(app, describeCalls, subPath);
  await mount(app);
  await app.ready();
  return app;
}
