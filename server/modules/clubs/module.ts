import { defineModule } from '../../kernel/module.ts';
import { audit } from '../audit/module.ts';
import { grants } from '../grants/module.ts';
import { jams } from '../jams/module.ts';
import { looks } from '../looks/module.ts';
import { people } from '../people/module.ts';
import { playlists } from '../playlists/module.ts';
import { searchIndex } from '../searchIndex/module.ts';
import { uploads } from '../uploads/module.ts';
import { closingCalls } from './closing.ts';
import { exportOwned, REMOVAL_STEPS } from './ownership.ts';
import { purgeJob } from './purge.ts';
import { clubRoutes } from './routes.ts';

/** Clubs: people, channels, codes, and their end. */
export const clubs = defineModule({
  name: 'clubs',
  needs: { audit, grants, jams, looks, people, playlists, searchIndex, uploads },
  ownership: { exportOwned, removal: { stage: 'shown', steps: REMOVAL_STEPS } },
  open(server) {
    const purge = purgeJob(server);
    const context = { ...server, jobs: server.childJobs, wake: purge.wake };
    const closing = closingCalls(context);
    return {
      offers: closing,
      jobs: [purge],
      routes: (app) => clubRoutes(app, context, closing),
    };
  },
});
