import { defineModule } from '../../kernel/module.ts';
import { jams } from '../jams/module.ts';
import { people } from '../people/module.ts';
import { installLive } from './install.ts';
import type { Rooms } from './rooms.ts';

/** The sockets of rooms. */
export const live = defineModule({
  name: 'live',
  needs: { jams, people },
  open(server) {
    let rooms: Rooms | undefined;
    return {
      offers: {
        counts: () => rooms?.counts() ?? { sockets: 0, rooms: 0, listeners: 0 },
        tellSite: () => rooms?.tellSite(),
      },
      routes: async (app) => {
        rooms = await installLive(app, server);
      },
    };
  },
});
