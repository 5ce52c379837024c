import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { backUpBeforeUpgrade, type CopiedUpgrade } from './backup/beforeUpgrade.ts';
import { listeningUrl } from './kernel/server.ts';
import { applyDemo } from './modules/demo/service.ts';
import { seedStarter } from './modules/starter/service.ts';
import type { Frontend } from './plugins/frontend.ts';
import { keepHeapSmall } from './plugins/heap.ts';
import type { BlobStore } from './ports/blobs/blobStore.ts';
import { openBlobs } from './ports/blobs/openBlobs.ts';
import type { Database } from './ports/database/database.ts';
import { openDatabase } from './ports/database/openDatabase.ts';
import type { FanOut } from './ports/fanOut/fanOut.ts';
import { openFanOut } from './ports/fanOut/openFanOut.ts';
import type { Settings } from './settings.ts';
import { reasonOf, StartError } from './startError.ts';

/** Folder of the built pages. */
export const DIST_FOLDER = join(import.meta.dirname, '..', 'dist');
const STARTER_FOLDER = join(import.meta.dirname, '..', 'assets', 'starter');

export interface RunningServer {
  readonly app: FastifyInstance;
  /** Where a browser on this machine finds it. */
  readonly url: string;
  /** Stops taking requests, lets running ones end, closes database and blobs. */
  close(): Promise<void>;
}

async function prepareDataFolder(folder: string): Promise<void> {
  const probe = join(folder, `.write-test-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(probe, '');
    await rm(probe, { force: true });
  } catch (error) {
    throw new StartError(
      `The data folder ${folder} cannot be written (${reasonOf(error)}): set RONDO_DATA to a folder that can.`,
      { cause: error },
    );
  }
}

/** The reason why listening failed, as the operator can mend it. */
function listenError(error: unknown, { host, port }: Settings): StartError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const sentences: Record<string, string> = {
    EADDRINUSE: `The port ${port} is already in use: stop the other program or set PORT to another one.`,
    EACCES: `The port ${port} may not be used by this account: set PORT to one above 1023.`,
    EADDRNOTAVAIL: `The address ${host} of HOST does not belong to this machine.`,
    ENOTFOUND: `The name ${host} of HOST is not known.`,
  };
  const sentence = sentences[String(code)] ?? `The server cannot listen (${reasonOf(error)}).`;
  return new StartError(sentence, { cause: error });
}

/**
 * Refuses a new database beside the files of an older server: a wrong setting or a lost database would otherwise look
 * like a server that was never used. The database is asked again after the files, for another node may just have
 * begun; files are not asked for at all where the database is there.
 */
async function refuseStrangeFiles(
  { databaseUrl, dataFolder, s3 }: Settings,
  database: Database,
  blobs: BlobStore,
): Promise<void> {
  if (!(await database.isNew())) return;
  const hasFiles = await blobs.hasAny().catch((cause: unknown) => {
    throw new StartError(`The store of files does not answer (${reasonOf(cause)}).`, { cause });
  });
  if (!hasFiles || !(await database.isNew())) return;
  const base = databaseUrl ? 'The database of DATABASE_URL' : `The database in ${dataFolder}`;
  const [place, other] = s3
    ? [`the bucket ${s3.bucket}`, 'name an empty bucket']
    : [join(dataFolder, 'blobs'), 'set RONDO_DATA to an empty folder'];
  throw new StartError(
    `${base} is missing or empty, but ${place} holds the files of a server: restore its backup (npm run restore -- FOLDER) or mend the setting, or ${other} to begin anew.`,
  );
}

interface Opening {
  readonly frontend: Frontend;
  readonly upgrade: CopiedUpgrade | undefined;
  started(): void;
}

async function openApp(
  settings: Settings,
  stores: { readonly database: Database; readonly blobs: BlobStore; readonly fanOut: FanOut },
  { frontend, upgrade, started }: Opening,
): Promise<FastifyInstance> {
  const { database, blobs } = stores;
  const logger = { level: settings.logLevel };
  const app = await createApp({ settings, ...stores, logger, frontend });
  try {
    await seedStarter({
      database,
      blobs,
      log: app.log,
      folder: STARTER_FOLDER,
      hasPlans: settings.plans.isOn,
    });
    const hasPlayMoney = settings.market.isOn && settings.market.near === undefined;
    await applyDemo({ database, log: app.log, isOn: settings.demo, hasPlayMoney });
    if (upgrade) {
      const { migration } = upgrade;
      app.log.info({ migration }, 'copied the database before it was brought up to date');
      await upgrade.done().catch((error: unknown) => {
        app.log.warn({ err: error }, 'a rollback will not know what was written since');
      });
    }
    started();
    await app.listen({ port: settings.port, host: settings.host });
    return app;
  } catch (error) {
    await app.close();
    throw error instanceof StartError ? error : listenError(error, settings);
  }
}

/**
 * Opens database and blobs, migrates, seeds, and listens. Throws a `StartError` with one clear sentence
 * when the operator can mend what is wrong; then nothing is left open.
 */
export async function startServer(settings: Settings, frontend: Frontend): Promise<RunningServer> {
  const isEmbedded = !settings.databaseUrl || !settings.s3;
  if (isEmbedded) await prepareDataFolder(settings.dataFolder);
  const database = await openDatabase(settings);
  const heap = keepHeapSmall();
  let blobs: BlobStore | undefined;
  let fanOut: FanOut | undefined;
  try {
    blobs = await openBlobs(settings);
    const opened = blobs;
    await refuseStrangeFiles(settings, database, opened);
    let report = (error: unknown) => console.error(error);
    const upgrade = await backUpBeforeUpgrade(settings, database);
    await database.migrate();
    const joined = await openFanOut(settings, database, (error) => report(error));
    fanOut = joined;
    const app = await openApp(
      settings,
      { database, blobs: opened, fanOut },
      { frontend, upgrade, ...heap },
    );
    report = (error) => app.log.warn({ err: error }, 'Redis does not answer');
    const close = async () => {
      heap.stop();
      await app.close();
      await joined.close();
      await opened.close();
      await database.close();
    };
    return { app, url: listeningUrl(app, settings), close };
  } catch (error) {
    heap.stop();
    await fanOut?.close();
    await blobs?.close();
    await database.close();
    throw error;
  }
}
