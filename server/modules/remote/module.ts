import { defineModule } from '../../kernel/module.ts';
import { auth } from '../auth/module.ts';
import { remoteRoutes } from './routes.ts';
import { remoteService } from './service.ts';

/** Signing in a device from another one. */
export const remote = defineModule({
  name: 'remote',
  needs: { auth },
  open: (server) => ({ routes: (app) => remoteRoutes(app, remoteService(server)) }),
});
