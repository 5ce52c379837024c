import { defineModule } from '../../kernel/module.ts';
import { grants } from '../grants/module.ts';
import { library } from '../library/module.ts';
import { searchIndex } from '../searchIndex/module.ts';
import { exportOwned, REMOVAL_STEPS } from './ownership.ts';
import { jamRoutes } from './routes.ts';
import { createSales } from './sales.ts';
import { jamsService } from './service.ts';

/** Jams: what is committed in them, who may, and what happened. */
export const jams = defineModule({
  name: 'jams',
  needs: { grants, library, searchIndex },
  ownership: { exportOwned, removal: { stage: 'rifffs', steps: REMOVAL_STEPS } },
  open({ database, announcer, publicUrl, events }) {
    const sales = createSales();
    const jams = jamsService({ database, announcer, publicUrl, events, saleOf: sales.saleOf });
    return { offers: { sales }, routes: (app) => void app.register(jamRoutes, { jams }) };
  },
});
