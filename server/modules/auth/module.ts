import { defineModule } from '../../kernel/module.ts';
import { jams } from '../jams/module.ts';
import { searchIndex } from '../searchIndex/module.ts';
import { cleanupJob } from './cleanup.ts';
import { confirmationService } from './confirmation.ts';
import { invitationsService } from './invitations.ts';
import { authRoutes, confirmationRoutes, historyRoutes, invitationRoutes } from './routes.ts';
import { authService } from './service.ts';
import { signInHistory } from './signIns.ts';

/** Signing in and up, sessions, invitations. */
export const auth = defineModule({
  name: 'auth',
  needs: { jams, searchIndex },
  open(server) {
    const auth = authService(server);
    return {
      offers: auth,
      jobs: [cleanupJob(server.database.queries)],
      routes(app) {
        authRoutes(app, auth);
        confirmationRoutes(app, confirmationService(server));
        historyRoutes(app, signInHistory(server));
        invitationRoutes(app, invitationsService(server));
      },
    };
  },
});
