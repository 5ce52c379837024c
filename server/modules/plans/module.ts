import { defineModule } from '../../kernel/module.ts';
import { openPayments } from '../../ports/payments/openPayments.ts';
import { grants } from '../grants/module.ts';
import type { PlansContext } from './context.ts';
import { installTill, tillJob } from './installTill.ts';
import { leaveTill } from './leaving.ts';
import { exportOwned, REMOVAL_STEPS } from './ownership.ts';
import { priceList } from './prices.ts';
import { puttingRightJob } from './rounds.ts';
import { planRoutes } from './routes.ts';
import { createSync } from './sync.ts';
import { webhookService } from './webhook.ts';
import { webhookRoute } from './webhookRoute.ts';

/** Plans: their calls, the pages of the till, and what is put right. Only ownership where plans are off. */
export const plans = defineModule({
  name: 'plans',
  needs: { grants },
  ownership: { exportOwned, removal: { stage: 'rest', steps: REMOVAL_STEPS } },
  async open({ settings, database, origin, log, trials }) {
    if (!settings.plans.isOn) return {};
    const payments = trials.payments ?? (await openPayments(settings, database, origin));
    const shared = { settings, database, payments, origin };
    const sync = createSync(shared, log);
    const context: PlansContext = { ...shared, prices: priceList(payments, log), sync, log };
    const webhook = webhookService(context);
    const { till } = payments;
    const puttingRight = puttingRightJob(context, webhook);
    return {
      jobs: till ? [puttingRight, tillJob(till)] : [puttingRight],
      farewell: (userId) => leaveTill(context, userId),
      async routes(app) {
        await app.register(webhookRoute, { webhook });
        if (till) await installTill(app, till, webhook);
        planRoutes(app, context);
      },
    };
  },
});
