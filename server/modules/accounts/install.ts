import type { FastifyInstance } from 'fastify';
import { listeningUrl } from '../../listeningUrl.ts';
import type { BlobStore } from '../../ports/blobs/blobStore.ts';
import type { Database } from '../../ports/database/database.ts';
import { createBackground } from '../../ports/mail/background.ts';
import { openMail } from '../../ports/mail/openMail.ts';
import type { Settings } from '../../settings.ts';
import { installCleanup } from '../auth/cleanup.ts';
import type { AccountsContext } from '../auth/context.ts';
import { authRoutes } from '../auth/routes.ts';
import { authService } from '../auth/service.ts';
import { remoteRoutes } from '../remote/routes.ts';
import { remoteService } from '../remote/service.ts';
import { installUploads } from '../uploads/install.ts';
import { belongingsService } from './belongings.ts';
import { accountRoutes } from './routes.ts';
import { accountsService } from './service.ts';
import { pictureRoutes } from './uploads.ts';

interface Stores {
  readonly settings: Settings;
  readonly database: Database;
  readonly blobs: BlobStore;
}

/** Mail and what goes on after an answer; both end with the app, mail that is on its way first. */
async function openContext(
  app: FastifyInstance,
  { settings, database }: Stores,
): Promise<AccountsContext> {
  const mail = await openMail(settings, app.log);
  const background = createBackground(mail, app.log);
  app.addHook('onClose', async () => {
    await background.close();
    await mail.close();
  });
  const origin = () => settings.publicUrl ?? listeningUrl(app, settings);
  return { database, settings, background, origin };
}

/** Accounts, signing in, devices, pictures and sound: their calls, their mail, and the cleaning up after them. */
export async function installAccounts(app: FastifyInstance, stores: Stores): Promise<void> {
  const context = await openContext(app, stores);
  const { blobs } = stores;
  const accounts = accountsService({ ...context, blobs });
  const belongings = belongingsService({ ...context, blobs });
  installCleanup(app, stores.database.queries);
  authRoutes(app, authService(context));
  remoteRoutes(app, remoteService(context));
  accountRoutes(app, { accounts, belongings });
  await app.register(pictureRoutes, { accounts });
  await installUploads(app, { ...stores, accounts });
}
