import { defineModule } from '../../kernel/module.ts';
import { audit } from '../audit/module.ts';
import { auth } from '../auth/module.ts';
import { feed } from '../feed/module.ts';
import { jams } from '../jams/module.ts';
import { searchIndex } from '../searchIndex/module.ts';
import { uploads } from '../uploads/module.ts';
import { roomRoutes } from './routes.ts';

/** Jams as rooms: who is in them, and joining. */
export const rooms = defineModule({
  name: 'rooms',
  needs: { audit, auth, feed, jams, searchIndex, uploads },
  open: (server) => ({
    routes: (app) => void app.register(roomRoutes, { ...server, jobs: server.childJobs }),
  }),
});
