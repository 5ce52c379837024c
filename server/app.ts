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
import { installJobs } from './kernel/jobs.ts';
import { belongingsService } from './modules/accounts/belongings.ts';
import { departuresJob } from './modules/accounts/departures.ts';
import { accountRoutes, pictureRoutes } from './modules/accounts/routes.ts';
import { accountsService } from './modules/accounts/service.ts';
import { arcadeRoutes } from './modules/arcade/routes.ts';
import { cleanupJob } from './modules/auth/cleanup.ts';
import { confirmationService } from './modules/auth/confirmation.ts';
import { openAccountsContext } from './modules/auth/context.ts';
import { invitationsService } from './modules/auth/invitations.ts';
import { authRoutes, confirmationRoutes, invitationRoutes } from './modules/auth/routes.ts';
import { authService } from './modules/auth/service.ts';
import { heardBy, installBand } from './modules/band/install.ts';
import { installChat } from './modules/chat/install.ts';
import { installClubs } from './modules/clubs/routes.ts';
import { coverSubjects } from './modules/covers/listCovers.ts';
import { publicShares } from './modules/covers/publicShare.ts';
import { coverRoutes } from './modules/covers/routes.ts';
import { coversService } from './modules/covers/service.ts';
import { installDemo } from './modules/demo/days.ts';
import { feedRoutes } from './modules/feed/routes.ts';
import { feedService } from './modules/feed/service.ts';
import { countAnswer } from './modules/feed/voices.ts';
import { winnersJob } from './modules/feed/winners.ts';
import type { FeedWitness } from './modules/feed/witness.ts';
import { installImports } from './modules/imports/routes.ts';
import type { NoticeListener } from './modules/jams/noteAnswer.ts';
import { jamRoutes } from './modules/jams/routes.ts';
import { jamsService } from './modules/jams/service.ts';
import { libraryRoutes } from './modules/library/routes.ts';
import { libraryService } from './modules/library/service.ts';
import { installLive } from './modules/live/install.ts';
import { installMarket, type MarketParts } from './modules/market/install.ts';
import { createSales } from './modules/market/sales.ts';
import { mediaRoutes } from './modules/media/routes.ts';
import { noteCommentDeed, noteDeed } from './modules/moderation/jamReports.ts';
import { moderationRoutes } from './modules/moderation/routes.ts';
import { installPeople } from './modules/people/install.ts';
import { forgetComment, noteComment, noteLike, noteWinner } from './modules/people/notes.ts';
import { leaveTill } from './modules/plans/leaving.ts';
import { installPlans } from './modules/plans/routes.ts';
import { playlistRoutes } from './modules/playlists/routes.ts';
import { atomRoutes } from './modules/previews/atom.ts';
import { previewRoutes } from './modules/previews/routes.ts';
import { previewsService } from './modules/previews/service.ts';
import { remoteRoutes } from './modules/remote/routes.ts';
import { remoteService } from './modules/remote/service.ts';
import { roomRoutes } from './modules/rooms/routes.ts';
import { searchRoutes } from './modules/search/routes.ts';
import { searchService } from './modules/search/service.ts';
import { fillJob } from './modules/searchIndex/fill.ts';
import { siteRoutes } from './modules/site/routes.ts';
import { markComingSoon, siteService } from './modules/site/service.ts';
import { installSync } from './modules/sync/routes.ts';
import { stockJob } from './modules/uploads/made/stock.ts';
import { installUploads } from './modules/uploads/routes.ts';
import { type ChildJobs, createChildJobs } from './plugins/childJobs.ts';
import { installConnections, type Pace } from './plugins/connections.ts';
import { collectDocs, installDocs } from './plugins/docs.ts';
import { answerClientError, answerFrameworkError, installErrors } from './plugins/errors.ts';
import { type Frontend, installFrontend } from './plugins/frontend.ts';
import { installHealth } from './plugins/health.ts';
import { installIdentity } from './plugins/identity.ts';
import { installMetrics, installRequestLog } from './plugins/observability.ts';
import { RequestRow, serveInRow } from './plugins/requestRow.ts';
import { installSecurity } from './plugins/security.ts';
import { installShedding } from './plugins/shedding.ts';
import { validatorCompiler } from './plugins/validation.ts';
import type { BlobStore } from './ports/blobs/blobStore.ts';
import type { Database } from './ports/database/database.ts';
import type { FanOut } from './ports/fanOut/fanOut.ts';
import { createLocalHub } from './ports/fanOut/local.ts';
import { createAnnouncer, createPresence, type LiveAnnouncer } from './ports/fanOut/rooms.ts';
import { openPayments } from './ports/payments/openPayments.ts';
import type { Payments } from './ports/payments/payments.ts';
import type { Settings } from './settings.ts';

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

export interface AppContext {
  readonly settings: Settings;
  /** Migrated. */
  readonly database: Database;
  readonly blobs: BlobStore;
  /** Between the nodes of a server; this one is alone without. Whoever opened it closes it. */
  readonly fanOut?: FanOut;
  /** A logger of the caller's, or options for one; silent without. */
  readonly logger?: FastifyBaseLogger | FastifyServerOptions['logger'];
  /** Who serves the pages; without it only the calls are served. */
  readonly frontend?: Frontend;
  /** The till; opened by the settings without. */
  readonly payments?: Payments;
  /** How fast bodies have to come; the pace of `connections.ts` without. */
  readonly pace?: Pace;
  /** Bars within which the house band answers; two without. */
  readonly answerBars?: number;
  /** Hears of each step of a mint; the next one waits for it. */
  readonly afterMintStep?: MarketParts['afterStep'];
}

function loggerOptions(logger: AppContext['logger']): FastifyServerOptions {
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

/** What the whole server shares: one queue for work of child processes, and who tells rooms what happened. */
interface Shared {
  readonly jobs: ChildJobs;
  readonly registry: Registry;
  readonly announcer: LiveAnnouncer;
  readonly fanOut: FanOut;
  readonly origin: () => string;
  /** Undefined where there are no plans. */
  readonly payments: Payments | undefined;
}

/**
 * Accounts, signing in, devices, pictures, sound and chat: their calls, their mail, and the cleaning up after them.
 * @returns who tells people what happened to them
 */
async function installAccounts(
  app: FastifyInstance,
  { settings, database, blobs }: AppContext,
  { jobs, registry, announcer, fanOut, origin, payments }: Shared,
): Promise<NoticeListener> {
  const shared = await openAccountsContext(app, { settings, database, origin, announcer });
  const accounts = accountsService({ ...shared, blobs, jobs });
  const departures = departuresJob({ database, blobs }, app.log, async (userId) => {
    if (payments) await leaveTill({ database, payments, log: app.log }, userId);
  });
  const belongings = belongingsService({ ...shared, departures, log: app.log });
  installJobs(app, [departures, cleanupJob(database.queries)]);
  const auth = authService(shared);
  authRoutes(app, auth);
  confirmationRoutes(app, confirmationService(shared));
  invitationRoutes(app, invitationsService(shared));
  remoteRoutes(app, remoteService(shared));
  accountRoutes(app, { accounts, belongings });
  await app.register(pictureRoutes, { accounts });
  const { changeDisplayName } = accounts;
  await installSync(app, { settings, database, blobs, fanOut, auth, changeDisplayName });
  await installUploads(app, { settings, database, blobs, jobs, profile: accounts.profile });
  const stores = { database, blobs };
  await installImports(app, { ...stores, settings, jobs, announcer, origin });
  await installChat(app, { ...stores, settings, jobs, registry, announcer, noteDeed });
  return installPeople(app, { ...shared, settings });
}

/**
 * The whole server, not listening yet. It owns neither database nor blobs: whoever opened them closes
 * them after `app.close()`.
 */
export async function createApp(context: AppContext): Promise<FastifyInstance> {
  const { settings, database, blobs, frontend } = context;
  const row = new RequestRow();
  const options: FastifyServerOptions = {
    ...loggerOptions(context.logger),
    // One line for each answer comes from observability.ts instead.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT_BYTES,
    serverFactory: (handle) => serveInRow(row, handle, LINES),
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
  installShedding(app, row);
  await installSecurity(app, settings, isDevelopment);
  installIdentity(app, database.queries, settings);
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
  // The band comes after the rooms, and hears what happens in all of them.
  let onRifff: (jamId: string) => void = () => {};
  const announcer = heardBy(createAnnouncer(fanOut), (jamId) => onRifff(jamId));
  const presence = createPresence(fanOut);
  // Accounts come after the feed, and tell of what happens in it.
  let onNotice: NoticeListener = () => {};
  const witness: FeedWitness = {
    liked: noteLike,
    commented: noteComment,
    commentGone: forgetComment,
    won: noteWinner,
    told: (notice) => onNotice(notice),
  };
  const sales = createSales();
  const { saleOf } = sales;
  const feed = feedService({
    saleOf,
    witness,
    database,
    publicUrl: settings.publicUrl,
    rules: settings.accounts,
    noteDeed: noteCommentDeed,
  });
  const findPublicShare = publicShares({ queries: database.queries, embeds: feed.embeds });
  const library = libraryService({ database, publicUrl: settings.publicUrl });
  const previews = previewsService({
    find: findPublicShare,
    library,
    publicUrl: settings.publicUrl,
    queries: database.queries,
  });
  const pageFor = markComingSoon(settings.site.isComingSoon, previews.pageFor);
  const fallback = frontend && (await installFrontend(app, frontend, pageFor));
  installErrors(app, fallback);
  installHealth(app, database, blobs);
  installDocs(app, describeCalls);
  libraryRoutes(app, library);
  const jobs = createChildJobs();
  const made = { database, blobs, jobs, publicUrl: settings.publicUrl };
  if (settings.randomStock > 0) installJobs(app, [stockJob(made, settings.randomStock)]);
  const origin = () => settings.publicUrl ?? listeningUrl(app, settings);
  const payments = settings.plans.isOn
    ? (context.payments ?? openPayments(settings, database, origin))
    : undefined;
  if (payments) await installPlans(app, { database, settings, payments, origin });
  onNotice = await installAccounts(app, context, {
    ...{ jobs, registry, announcer, fanOut, origin, payments },
  });
  const findSubject = coverSubjects(database.queries, settings.publicUrl);
  const covers = coversService({ find: findPublicShare, findSubject });
  feedRoutes(app, feed, covers.prepare);
  installJobs(app, [winnersJob(database, witness), fillJob(database)]);
  searchRoutes(app, searchService({ database, publicUrl: settings.publicUrl, feed }));
  previewRoutes(app, previews);
  atomRoutes(app, { queries: database.queries, publicUrl: settings.publicUrl });
  coverRoutes(app, covers);
  siteRoutes(app, siteService(settings));
  const { publicUrl } = settings;
  const jams = jamsService({ database, announcer, publicUrl, onNotice, countAnswer, saleOf });
  await app.register(jamRoutes, { jams });
  arcadeRoutes(app, { database, feed, announcer, onNotice, publicUrl });
  await app.register(playlistRoutes, { database, publicUrl });
  const rooms = { settings, database, blobs, jobs, announcer, presence, publicUrl };
  const { takeOut } = await installClubs(app, { ...rooms, onNotice });
  const market = await installMarket(app, {
    ...{
      settings: settings.market,
      rules: settings.accounts,
      database,
      blobs,
      publicUrl,
      onNotice,
    },
    origin,
    drawCover: covers.rings,
    sales,
    afterStep: context.afterMintStep,
  });
  installDemo(app, { database, publicUrl, isOn: settings.demo, market });
  moderationRoutes(app, { ...rooms, witness, takeOutClub: takeOut });
  await app.register(roomRoutes, rooms);
  onRifff = (await installBand(app, { ...rooms, onNotice, answerBars: context.answerBars })).heard;
  await app.register(mediaRoutes, { database, blobs });
  await installLive(app, { database, fanOut, settings, onNotice });
  await app.ready();
  return app;
}
