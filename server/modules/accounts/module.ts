import { defineModule } from '../../kernel/module.ts';
import { auth } from '../auth/module.ts';
import { clubs } from '../clubs/module.ts';
import { feed } from '../feed/module.ts';
import { jams } from '../jams/module.ts';
import { moderation } from '../moderation/module.ts';
import { people } from '../people/module.ts';
import { playlists } from '../playlists/module.ts';
import { searchIndex } from '../searchIndex/module.ts';
import { uploads } from '../uploads/module.ts';
import { pinRoutes } from '../uploads/routes.ts';
import { belongingsService } from './belongings.ts';
import { departuresJob } from './departures.ts';
import { accountRoutes, pictureRoutes } from './routes.ts';
import { accountsService } from './service.ts';

/** Profiles, settings, pictures, and leaving with all that is owned. */
export const accounts = defineModule({
  name: 'accounts',
  needs: { auth, clubs, feed, jams, moderation, people, playlists, searchIndex, uploads },
  open(server, { uploads }) {
    const { owners, log, blobs, childJobs } = server;
    const accounts = accountsService({ ...server, blobs, jobs: childJobs });
    const departures = departuresJob(server, log, owners);
    const belongings = belongingsService({ ...server, departures });
    return {
      offers: { ...accounts, close: belongings.close },
      jobs: [departures],
      async routes(app) {
        accountRoutes(app, { accounts, belongings });
        await app.register(pictureRoutes, { accounts });
        await app.register(pinRoutes, { ...uploads, profile: accounts.profile });
      },
    };
  },
});
