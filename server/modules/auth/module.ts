import { defineModule } from '../../kernel/module.ts';
import { jams } from '../jams/module.ts';
import { searchIndex } from '../searchIndex/module.ts';
import { cleanupJob } from './cleanup.ts';
import { confirmationService } from './confirmation.ts';
import { factorRoutes } from './factorRoutes.ts';
import { exportOwned } from './factors.ts';
import { invitationsService } from './invitations.ts';
import { passkeyService } from './passkeyCalls.ts';
import { proofService } from './proofs.ts';
import { authRoutes, confirmationRoutes, invitationRoutes } from './routes.ts';
import { secondStepService } from './secondStep.ts';
import { authService } from './service.ts';
import { codesService } from './timeCodes.ts';

/** Signing in and up, passkeys and second factors, sessions, invitations. */
export const auth = defineModule({
  name: 'auth',
  needs: { jams, searchIndex },
  ownership: { exportOwned },
  open(server) {
    const auth = authService(server);
    return {
      offers: auth,
      jobs: [cleanupJob(server.database.queries)],
      routes(app) {
        authRoutes(app, auth);
        confirmationRoutes(app, confirmationService(server));
        invitationRoutes(app, invitationsService(server));
        factorRoutes(app, {
          passkeys: passkeyService(server),
          codes: codesService(server),
          secondStep: secondStepService(server),
          proofs: proofService(server),
        });
      },
    };
  },
});
