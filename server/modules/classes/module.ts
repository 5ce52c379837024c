import { defineModule } from '../../kernel/module.ts';
import { accounts } from '../accounts/module.ts';
import { audit } from '../audit/module.ts';
import { auth } from '../auth/module.ts';
import { clubs } from '../clubs/module.ts';
import { imports } from '../imports/module.ts';
import { jams } from '../jams/module.ts';
import { searchIndex } from '../searchIndex/module.ts';
import { uploads } from '../uploads/module.ts';
import { endingJob } from './ending.ts';
import { exportOwned } from './ownership.ts';
import { classRoutes } from './routes.ts';

/** Classes: a teacher, pupils who sign in by a card, and their end. */
export const classes = defineModule({
  name: 'classes',
  needs: { accounts, audit, auth, clubs, imports, jams, searchIndex, uploads },
  ownership: { exportOwned },
  open(server, { accounts, imports: jamPieces, uploads: { folder } }) {
    const context = { ...server, close: accounts.close, folder, jamPieces };
    const ending = endingJob(context);
    return {
      jobs: [ending],
      // With the account of a teacher their classes end.
      events: { afterCommit: { closed: () => ending.wake() } },
      routes: (app) => classRoutes(app, context, ending.wake),
    };
  },
});
