import { defineModule } from '../../kernel/module.ts';
import { accounts } from '../accounts/module.ts';
import { auth } from '../auth/module.ts';
import { exportOwned, REMOVAL_STEPS } from './ownership.ts';
import { installSync } from './routes.ts';

/** Databases of people's own devices, as CouchDB serves them. */
export const sync = defineModule({
  name: 'sync',
  needs: { accounts, auth },
  ownership: { exportOwned, removal: { stage: 'rest', steps: REMOVAL_STEPS } },
  open: (server, { auth, accounts: { changeDisplayName } }) => ({
    routes: (app) => installSync(app, { ...server, auth, changeDisplayName }),
  }),
});
