import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { installJobs } from '../../kernel/jobs.ts';
import { route } from '../../plugins/route.ts';
import { planAllowances } from '../grants/allowances.ts';
import { checkoutCalls } from './checkout.ts';
import { codeRoutes } from './codeRoutes.ts';
import { collectionRoutes } from './collectionRoutes.ts';
import type { PlansContext } from './context.ts';
import { installTill } from './installTill.ts';
import { openPortal } from './portal.ts';
import { priceList } from './prices.ts';
import { puttingRightJob } from './rounds.ts';
import { subscriptionCalls } from './subscription.ts';
import { createSync } from './sync.ts';
import { webhookService } from './webhook.ts';
import { webhookRoute } from './webhookRoute.ts';

/** Plans: their calls, the till's pages and what is put right in the background. Nothing of it where plans are off. */
export async function installPlans(
  app: FastifyInstance,
  shared: Omit<PlansContext, 'prices' | 'sync' | 'log'>,
): Promise<void> {
  const { payments } = shared;
  const context: PlansContext = {
    ...shared,
    prices: priceList(payments, app.log),
    sync: createSync(shared, app.log),
    log: app.log,
  };
  const webhook = webhookService(context);
  const checkouts = checkoutCalls(context);
  const subscriptions = subscriptionCalls(context);
  const allowance = planAllowances(shared.settings);
  route(app, ENDPOINTS.prices, async ({ query }) => {
    return { ...(await context.prices.all(query.region)), allowance };
  });
  route(app, ENDPOINTS.checkout, ({ identity, body }) => checkouts.create(identity, body));
  route(app, ENDPOINTS.billingPortal, ({ identity, body }) =>
    openPortal(context, identity, body.returnTo),
  );
  route(app, ENDPOINTS.mySubscription, ({ identity }) => subscriptions.mine(identity));
  route(app, ENDPOINTS.myPurchases, ({ identity }) => subscriptions.purchases(identity));
  await app.register(webhookRoute, { webhook });
  if (payments.till) await installTill(app, payments.till, webhook);
  installJobs(app, [puttingRightJob(context, webhook)]);
  codeRoutes(app, context);
  collectionRoutes(app, context);
}
