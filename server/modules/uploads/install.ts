import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../settings.ts';
import type { AccountsService } from '../accounts/service.ts';
import { createSoundDecoder } from './decodeSound.ts';
import { openUploadFolder } from './form.ts';
import { uploadRoutes } from './routes.ts';
import { uploadsService } from './service.ts';
import type { Stores } from './storeFiles.ts';

/** The calls that take sound, and the folder where it is received. */
export async function installUploads(
  app: FastifyInstance,
  { settings, accounts, ...stores }: Stores & { settings: Settings; accounts: AccountsService },
): Promise<void> {
  const { publicUrl, dataFolder } = settings;
  const folder = await openUploadFolder(dataFolder);
  const uploads = uploadsService({ ...stores, decoder: createSoundDecoder(), publicUrl });
  await app.register(uploadRoutes, { uploads, accounts, folder });
}
