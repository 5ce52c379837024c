import { defineModule } from '../../kernel/module.ts';
import { grants } from '../grants/module.ts';
import { jams } from '../jams/module.ts';
import { library } from '../library/module.ts';
import { media } from '../media/module.ts';
import { searchIndex } from '../searchIndex/module.ts';
import { createSoundDecoder } from './decodeSound.ts';
import { openUploadFolder } from './form.ts';
import { stockJob } from './made/stock.ts';
import { measuringJob } from './measureStored.ts';
import { exportOwned, REMOVAL_STEPS } from './ownership.ts';
import { uploadRoutes } from './routes.ts';
import { uploadsService } from './service.ts';

/** Sound that people send, and loops that the server makes. */
export const uploads = defineModule({
  name: 'uploads',
  needs: { grants, jams, library, media, searchIndex },
  ownership: { exportOwned, removal: { stage: 'rest', steps: REMOVAL_STEPS } },
  async open({ settings, database, blobs, childJobs, publicUrl, log }) {
    const { dataFolder, accounts: rules, randomStock } = settings;
    const folder = await openUploadFolder(dataFolder);
    const decoder = createSoundDecoder(childJobs);
    const uploads = uploadsService({ database, blobs, rules, decoder, publicUrl });
    const made = { database, blobs, jobs: childJobs, publicUrl };
    return {
      offers: { uploads, folder },
      jobs: [
        measuringJob({ database, blobs, decoder, folder, log }),
        ...(randomStock > 0 ? [stockJob(made, randomStock)] : []),
      ],
      routes: (app) => void app.register(uploadRoutes, { uploads, folder }),
    };
  },
});
