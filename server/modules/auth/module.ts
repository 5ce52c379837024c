import { defineModule } from '../../kernel/module.ts';
import { audit } from '../audit/module.ts';
import { jams } from '../jams/module.ts';
import { searchIndex } from '../searchIndex/module.ts';
import { cleanupJob } from './cleanup.ts';
import { confirmationService } from './confirmation.ts';
import { factorRoutes } from './factorRoutes.ts';
import { exportOwned } from './factors.ts';
import { invitationsService } from './invitations.ts';
import { passkeyService } from './passkeyCalls.ts';
import { proofService } from './proofs.ts';
import { openLines } from './providers/lines.ts';
import { linkService } from './providers/links.ts';
import { logoutService } from './providers/logout.ts';
import { newcomerService } from './providers/newcomers.ts';
import { providerRoutes } from './providers/routes.ts';
import { providerService } from './providers/service.ts';
import { authRoutes, confirmationRoutes, historyRoutes, invitationRoutes } from './routes.ts';
import { secondStepService } from './secondStep.ts';
import { authService } from './service.ts';
import { signInHistory } from './signIns.ts';
import { codesService } from './timeCodes.ts';

/** Signing in and up, passkeys and second factors, accounts elsewhere, sessions, invitations. */
export const auth = defineModule({
  name: 'auth',
  needs: { audit, jams, searchIndex },
  ownership: { exportOwned },
  open(server) {
    const lines = openLines(server.settings);
    const logout = logoutService(server, lines);
    const auth = authService(server, logout);
    return {
      offers: auth,
      jobs: [cleanupJob(server.database.queries)],
      async routes(app) {
        authRoutes(app, auth);
        confirmationRoutes(app, confirmationService(server));
        historyRoutes(app, signInHistory(server));
        invitationRoutes(app, invitationsService(server));
        factorRoutes(app, {
          passkeys: passkeyService(server),
          codes: codesService(server),
          secondStep: secondStepService(server),
          proofs: proofService(server),
        });
        const newcomers = newcomerService(server, lines);
        await providerRoutes(app, {
          auth,
          newcomers,
          providers: providerService(server, lines, newcomers),
          links: linkService(server, lines),
          logout,
        });
      },
    };
  },
});
