import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { bringUpToDate, type CopiedUpgrade } from './backup/beforeUpgrade.ts';
import { listeningUrl } from './kernel/server.ts';
import { applyDemo } from './modules/demo/service.ts';
import { offerSetupToken, setupUrl } from './modules/setup/link.ts';
import { seedStarter } from './modules/starter/service.ts';
import { prepareDataFolder, refuseStrangeFiles, STARTER_FOLDER } from './places.ts';
import { isNoRoom } from './plugins/errors.ts';
import type { Frontend } from './plugins/frontend.ts';
import { keepHeapSmall } from './plugins/heap.ts';
import { subPathOf } from './plugins/subPath.ts';
import type { BlobStore } from './ports/blobs/blobStore.ts';
import { openBlobs } from './ports/blobs/openBlobs.ts';
import type { Database } from './ports/database/database.ts';
import { openDatabase } from './ports/database/openDatabase.ts';
import type { FanOut } from './ports/fanOut/fanOut.ts';
import { openFanOut } from './ports/fanOut/openFanOut.ts';
import type { Settings } from './settings.ts';
import { reasonOf, StartError } from './startError.ts';
import { readStored } from './storedSettings.ts';

export interface RunningServer {
  readonly app: FastifyInstance;
  /** Where a browser on this machine finds it. */
  readonly url: string;
  /** Makes the account of the person who opens it administrator; null where there is one already. For the host alone. */
  readonly setupLink: string | null;
  /** Stops taking requests, lets running ones end, closes database and blobs. */
  close(): Promise<void>;
}

/** The reason why the server could not fill its stores or listen, as the operator can mend it. */
function listenError(error: unknown, { host, port }: Settings): StartError {
  if (isNoRoom(error)) {
    const sentence =
      'There is no room left where the server keeps its data: make some, and start it again.';
    return new StartError(sentence, { cause: error });
  }
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

/** The link of this start. Without it the server goes on: the command line makes another one. */
async function offerSetup(
  app: FastifyInstance,
  database: Database,
  settings: Settings,
): Promise<string | null> {
  try {
    const token = await offerSetupToken(database, settings, Date.now());
    return token && setupUrl(settings.publicUrl ?? listeningUrl(app, settings), token);
  } catch (error) {
    app.log.warn({ err: error }, 'no link to set up this server could be made');
    return null;
  }
}

/**
 * Opens database and blobs, migrates, reads the settings that are stored there, seeds, and listens. Throws a `StartError` with one clear sentence
 * when the operator can mend what is wrong; then nothing is left open.
 */
export async function startServer(given: Settings, frontend: Frontend): Promise<RunningServer> {
  const isEmbedded = !given.databaseUrl || !given.s3;
  if (isEmbedded) await prepareDataFolder(given.dataFolder);
  const database = await openDatabase(given);
  const heap = keepHeapSmall();
  let blobs: BlobStore | undefined;
  let fanOut: FanOut | undefined;
  try {
    blobs = await openBlobs(given);
    const opened = blobs;
    await refuseStrangeFiles(given, database, opened);
    let report = (error: unknown) => console.error(error);
    const upgrade = await bringUpToDate(given, database);
    const settings = await readStored(database, given, (sentence) => console.warn(sentence));
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
    const setupLink = await offerSetup(app, database, settings);
    const url = listeningUrl(app, settings) + subPathOf(settings.publicUrl);
    return { app, url, setupLink, close };
  } catch (error) {
    heap.stop();
    await fanOut?.close();
    await blobs?.close();
    await database.close();
    throw error;
  }
}
