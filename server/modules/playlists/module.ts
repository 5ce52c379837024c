import { defineModule } from '../../kernel/module.ts';
import { audit } from '../audit/module.ts';
import { chat } from '../chat/module.ts';
import { feed } from '../feed/module.ts';
import { jams } from '../jams/module.ts';
import { uploads } from '../uploads/module.ts';
import { exportOwned, REMOVAL_STEPS } from './ownership.ts';
import { playlistRoutes } from './routes.ts';

/** Playlists of people and clubs. */
export const playlists = defineModule({
  name: 'playlists',
  needs: { audit, chat, feed, jams, uploads },
  ownership: { exportOwned, removal: { stage: 'shown', steps: REMOVAL_STEPS } },
  open: ({ database, publicUrl }) => ({
    routes: (app) => void app.register(playlistRoutes, { database, publicUrl }),
  }),
});
