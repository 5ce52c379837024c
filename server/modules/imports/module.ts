import { defineModule } from '../../kernel/module.ts';
import { chat } from '../chat/module.ts';
import { grants } from '../grants/module.ts';
import { jams } from '../jams/module.ts';
import { library } from '../library/module.ts';
import { media } from '../media/module.ts';
import { createSoundDecoder } from '../uploads/decodeSound.ts';
import { uploads } from '../uploads/module.ts';
import { createBundler, jamPiecesOf } from './bundle.ts';
import { openBundleKey } from './bundleKey.ts';
import { exportOwned, REMOVAL_STEPS } from './ownership.ts';
import type { Trust } from './proof.ts';
import { importRoutes } from './routes.ts';
import { importsService } from './service.ts';

/** Jams that are brought in, and given away as a bundle. */
export const imports = defineModule({
  name: 'imports',
  needs: { chat, grants, jams, library, media, uploads },
  ownership: { exportOwned, removal: { stage: 'rifffs', steps: REMOVAL_STEPS } },
  async open(server, { uploads: { folder } }) {
    const { settings, database, blobs, childJobs, announcer, publicUrl, origin, log } = server;
    const { accounts: rules, trustedServers } = settings;
    const { queries } = database;
    const key = await openBundleKey(queries);
    const trust: Trust = { own: key, others: trustedServers, origin };
    const decoder = createSoundDecoder(childJobs);
    const imports = importsService({
      database,
      blobs,
      rules,
      decoder,
      publicUrl,
      announcer,
      trust,
    });
    const bundles = { queries, blobs, origin, key };
    const bundle = createBundler(bundles, log);
    return {
      offers: jamPiecesOf(bundles),
      routes: (app) => void app.register(importRoutes, { imports, bundle, folder, trust }),
    };
  },
});
