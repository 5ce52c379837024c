import { createJob } from '../../kernel/jobs.ts';
import { defineModule } from '../../kernel/module.ts';
import { audit } from '../audit/module.ts';
import { live } from '../live/module.ts';
import { openBackups } from './backups.ts';
import { decisionsService } from './decisions.ts';
import { measureOperations } from './metrics.ts';
import { exportOwned, REMOVAL_STEPS } from './ownership.ts';
import { operationsRoutes } from './routes.ts';
import { operatorState } from './state.ts';

const MAILS_EVERY_MS = 30_000;

/** What administrators see of the server and decide about it, and the same as metrics. */
export const operations = defineModule({
  name: 'operations',
  needs: { audit, live },
  ownership: { exportOwned, removal: { stage: 'said', steps: REMOVAL_STEPS } },
  open(server, { live: { counts, tellSite } }) {
    const state = operatorState(server, tellSite);
    const decisions = decisionsService(server.database, state);
    const mailJob = createJob({
      name: 'sending mail that waited',
      everyMs: MAILS_EVERY_MS,
      round: () => server.waitingMails.round(Date.now()),
    });
    const backups = openBackups(server);
    const context = { ...server, decisions, mailJob, backups, counts };
    measureOperations(context);
    return {
      offers: { present: state.present },
      jobs: [state.job, mailJob, backups.job],
      async routes(app) {
        const stop = await state.follow();
        // Before jobs are waited for.
        app.addHook('preClose', async () => {
          backups.stop();
          stop();
        });
        operationsRoutes(app, context);
      },
    };
  },
});
