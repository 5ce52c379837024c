import { defineModule } from '../../kernel/module.ts';
import { jams } from '../jams/module.ts';
import { people } from '../people/module.ts';
import { installLive } from './install.ts';

/** The sockets of rooms. */
export const live = defineModule({
  name: 'live',
  needs: { jams, people },
  open: (server) => ({ routes: async (app) => void (await installLive(app, server)) }),
});
