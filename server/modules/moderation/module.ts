import { defineModule } from '../../kernel/module.ts';
import { audit } from '../audit/module.ts';
import { auth } from '../auth/module.ts';
import { chat } from '../chat/module.ts';
import { clubs } from '../clubs/module.ts';
import { feed } from '../feed/module.ts';
import { jams } from '../jams/module.ts';
import { library } from '../library/module.ts';
import { looks } from '../looks/module.ts';
import { media } from '../media/module.ts';
import { searchIndex } from '../searchIndex/module.ts';
import { uploads } from '../uploads/module.ts';
import { exportOwned } from './ownership.ts';
import { moderationRoutes } from './routes.ts';

/** What moderators decide, and what a suspended account may say. */
export const moderation = defineModule({
  name: 'moderation',
  needs: { audit, auth, chat, clubs, feed, jams, library, looks, media, searchIndex, uploads },
  ownership: { exportOwned },
  open: (server, { clubs: { takeOut } }) => ({
    routes: (app) => moderationRoutes(app, { ...server, takeOutClub: takeOut }),
  }),
});
