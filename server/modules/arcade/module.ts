import { defineModule } from '../../kernel/module.ts';
import { feed } from '../feed/module.ts';
import { jams } from '../jams/module.ts';
import { library } from '../library/module.ts';
import { createFields } from './fields.ts';
import { exportOwned, REMOVAL_STEPS } from './ownership.ts';
import { arcadeRoutes, upkeepJob } from './routes.ts';

/** Missions, runs, boards and claims. */
export const arcade = defineModule({
  name: 'arcade',
  needs: { feed, jams, library },
  ownership: { exportOwned, removal: { stage: 'shown', steps: REMOVAL_STEPS } },
  open({ database, publicUrl, announcer, events }, { feed }) {
    const fields = createFields(database, publicUrl);
    return {
      jobs: [upkeepJob(database, fields)],
      routes: (app) => arcadeRoutes(app, { database, fields, feed, announcer, events }),
    };
  },
});
