import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '../app.ts';
import { listeningUrl, type ServerContext } from '../kernel/server.ts';
import { seedStarter } from '../modules/starter/service.ts';
import type { Pace } from '../plugins/connections.ts';
import type { Frontend } from '../plugins/frontend.ts';
import type { BlobStore } from '../ports/blobs/blobStore.ts';
import { openBlobs } from '../ports/blobs/openBlobs.ts';
import type { Database } from '../ports/database/database.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import type { FanOut } from '../ports/fanOut/fanOut.ts';
import { type OpenedPayments, openPayments } from '../ports/payments/openPayments.ts';
import { readSettings } from '../settings.ts';
import { temporaryFolder } from './folders.ts';
import { putMigrated } from './migratedSqlite.ts';
import { type FixtureOptions, silentLog, writeStarter } from './starterFixture.ts';

export interface TestServer {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly blobs: BlobStore;
  /** The till; a test may do to it what `trials` offers. Not used by a server without plans. */
  readonly payments: OpenedPayments;
  /** Folder of this server's data and starter content. */
  readonly folder: string;
  close(): Promise<void>;
}

export interface TestServerOptions {
  readonly environment?: Record<string, string>;
  readonly frontend?: Frontend;
  readonly pace?: Pace;
  readonly hasJobs?: boolean;
  readonly answerBars?: number;
  readonly mostFlashes?: number;
  readonly afterMintStep?: ServerContext['afterMintStep'];
  /** Connects this server with others; the caller closes it. */
  readonly fanOut?: FanOut;
  readonly logger?: ServerContext['logger'];
  /** Replaces the requests to Stripe. */
  readonly stripeFetch?: typeof globalThis.fetch;
  /** Starter content other than the fixture's own. */
  readonly starter?: FixtureOptions;
  /** Opens the database instead of the embedded one; the caller closes it. */
  readonly openDatabase?: () => Promise<Database>;
}

/** A whole server on temporary data with the fixture's starter content; not listening. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = await temporaryFolder();
  const settings = readSettings({
    RONDO_DATA: folder.path,
    RONDO_RANDOM_STOCK: '0',
    RONDO_POSTERS: 'off',
    ...options.environment,
  });
  const isOwn = options.openDatabase === undefined;
  if (isOwn && !settings.databaseUrl) await putMigrated(folder.path);
  const database = await (options.openDatabase?.() ?? openDatabase(settings));
  const blobs = await openBlobs(settings);
  await database.migrate();
  await writeStarter(folder.path, options.starter);
  await seedStarter({
    database,
    blobs,
    log: silentLog,
    folder: folder.path,
    hasPlans: settings.plans.isOn,
  });
  const origin = (): string => settings.publicUrl ?? listeningUrl(app, settings);
  const payments = await openPayments(settings, database, origin, options.stripeFetch);
  const { frontend, pace, fanOut, logger, hasJobs, answerBars, mostFlashes, afterMintStep } =
    options;
  const more = {
    ...(frontend && { frontend }),
    ...(pace && { pace }),
    ...(fanOut && { fanOut }),
    ...(hasJobs !== undefined && { hasJobs }),
    ...(answerBars && { answerBars }),
    ...(mostFlashes !== undefined && { mostFlashes }),
    ...(logger && { logger }),
    ...(afterMintStep && { afterMintStep }),
  };
  const app: FastifyInstance = await createApp({ settings, database, blobs, payments, ...more });
  const close = async () => {
    await app.close();
    await blobs.close();
    if (isOwn) await database.close();
    await folder.remove();
  };
  return { app, database, blobs, payments, folder: folder.path, close };
}

/** A whole server for the tests of one suite: it starts before the first of them and is closed after the last. */
export function useTestServer(options: TestServerOptions = {}): TestServer {
  let started: TestServer | undefined;
  const server = () => {
    if (!started) throw new Error('the server starts with the first test of its suite');
    return started;
  };
  beforeAll(async () => {
    started = await startTestServer(options);
  });
  afterAll(() => started?.close());
  return {
    get app() {
      return server().app;
    },
    get database() {
      return server().database;
    },
    get blobs() {
      return server().blobs;
    },
    get payments() {
      return server().payments;
    },
    get folder() {
      return server().folder;
    },
    close: () => server().close(),
  };
}
