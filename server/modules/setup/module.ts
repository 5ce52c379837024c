import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { createJob } from '../../kernel/jobs.ts';
import { defineModule, type Server } from '../../kernel/module.ts';
import { callerOf } from '../../plugins/caller.ts';
import { route } from '../../plugins/route.ts';
import { ownedRows } from '../../ports/database/batches.ts';
import { storedSettings } from '../../storedSettings.ts';
import { audit } from '../audit/module.ts';
import { auth } from '../auth/module.ts';
import { STORED_TOPIC, setupService } from './service.ts';

/** A node that missed the word of another one, or of the command line, hears of stored settings after this at the latest. */
const LOOK_EVERY_MS = 60_000;

/** Lets what other nodes stored count here too. @returns the job that makes up for what was not heard */
function followOthers({ database, fanOut, log, renewSettings }: Server) {
  const job = createJob({
    name: 'reading stored settings',
    everyMs: LOOK_EVERY_MS,
    isAtStart: false,
    round: async () => renewSettings(await storedSettings(database).read()),
  });
  fanOut.onGap(job.wake);
  const hear = (app: FastifyInstance) => {
    let stop: (() => void) | undefined;
    app.addHook('onReady', async () => {
      stop = await fanOut.subscribe(STORED_TOPIC, job.wake).catch((error: unknown) => {
        log.warn({ err: error }, 'stored settings of other nodes are heard later');
        return undefined;
      });
    });
    app.addHook('onClose', async () => stop?.());
  };
  return { job, hear };
}

/** The first administrator of a server, its offices, and the settings that administrators store. */
export const setup = defineModule({
  name: 'setup',
  needs: { audit, auth },
  ownership: {
    exportOwned: (queries, userId) => ({
      offices: ownedRows(queries, userId)('offices', ['created'], ['office']),
    }),
  },
  open(server, { auth }) {
    const { job, hear } = followOthers(server);
    return {
      jobs: [job],
      routes(app) {
        hear(app);
        const setup = setupService(server, auth);
        route(app, ENDPOINTS.checkSetupLink, ({ body, request }) =>
          setup.check(body, callerOf(request)),
        );
        route(app, ENDPOINTS.setUp, ({ body, request }) => setup.setUp(body, callerOf(request)));
        route(app, ENDPOINTS.claimSetup, ({ body, identity, request }) =>
          setup.claim(identity, body, callerOf(request)),
        );
        route(app, ENDPOINTS.storedSettings, () => setup.present());
        route(app, ENDPOINTS.changeStoredSettings, ({ body, identity }) =>
          setup.change(identity, body.changes),
        );
        route(app, ENDPOINTS.testMail, ({ identity }) => setup.testMail(identity));
      },
    };
  },
});
