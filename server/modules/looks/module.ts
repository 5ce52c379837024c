import { defineModule } from '../../kernel/module.ts';
import { audit } from '../audit/module.ts';
import { feed } from '../feed/module.ts';
import { jams } from '../jams/module.ts';
import { exportOwned, REMOVAL_STEPS } from './ownership.ts';
import { lookRoutes } from './routes.ts';

/** Looks of stages that people keep, share and give to jams. */
export const looks = defineModule({
  name: 'looks',
  needs: { audit, feed, jams },
  ownership: { exportOwned, removal: { stage: 'rest', steps: REMOVAL_STEPS } },
  open: ({ database, announcer }, { feed: { shownLooks } }) => ({
    routes: (app) => void app.register(lookRoutes, { database, announcer, shownLooks }),
  }),
});
